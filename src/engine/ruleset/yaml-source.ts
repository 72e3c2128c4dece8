/** What reading a YAML file gives: its value, and where in the text each part of it stands. */
import type { Json } from '../json.ts';

/** Keys of mappings and 0-based indexes of sequences, from the root. */
export type YamlPath = readonly (string | number)[];

export type YamlSource = {
  readonly value: Json;
  /** Where the key or the value at a path stands (1-based); for a path that does not exist, its nearest parent. */
  place(path: YamlPath, at?: 'key' | 'value'): { readonly line: number; readonly column: number };
  /** The text of a plain (unquoted) scalar as it stands in the file; undefined for anything else. */
  plain(path: YamlPath): string | undefined;
};

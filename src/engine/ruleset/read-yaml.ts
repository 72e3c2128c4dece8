/** YAML in: one strict document with a place for every part of it, and every fault at once. */
import type { Document } from 'yaml';
import type { Checked } from '../diagnostic.ts';
import { faultDiagnostic, type TextFault } from '../text-fault.ts';
import { TextPlaces } from '../text-place.ts';
import { yamlDocuments } from './yaml-documents.ts';
import { quotedStart } from './yaml-guard.ts';
import { findNode, offsetOf, plainText } from './yaml-path.ts';
import type { YamlPath, YamlSource } from './yaml-source.ts';
import { syntaxFault } from './yaml-syntax.ts';
import { type YamlValue, yamlValue } from './yaml-value.ts';

export type { YamlPath, YamlSource } from './yaml-source.ts';

/** UTF-16 code units. */
const MAX_LENGTH = 256 * 1024;
/** Faults after these are seldom more than echoes. */
const MAX_FAULTS = 50;

/**
 * Reads one YAML 1.2 document (core schema) with text keys; a byte-order mark is dropped. Refuses, all at once where
 * that is possible: syntax errors, tabs as indentation, duplicate keys, a second document, directives, tags other
 * than `!!str`, merge keys, missing, cyclic or excessive aliases, numbers whose text is not their value, unsafe
 * keys, an empty file, more than 256 Ki characters, more than 60 levels. Never throws.
 */
export function readYaml(text: string, file: string): Checked<YamlSource> {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const places = new TextPlaces(content);
  const read = refusedText(content) ?? readContent(content);
  if (Array.isArray(read))
    return { ok: false, diagnostics: inOrder(read).map((fault) => faultDiagnostic(fault, places, file)) };
  return { ok: true, value: source(read as Read, places) };
}

type Read = { readonly document: Document.Parsed; readonly value: YamlValue };

function source({ document, value: { value, targets } }: Read, places: TextPlaces): YamlSource {
  const find = (path: YamlPath) => findNode(document.contents, targets, path);
  return {
    value,
    place: (path, at = 'value') => places.at(offsetOf(find(path), at)),
    plain: (path) => plainText(find(path), targets),
  };
}

/** Faults of the bare text, for which nothing else is looked at. */
function refusedText(text: string): TextFault[] | undefined {
  if (text.length > MAX_LENGTH) {
    const message = `The file is ${text.length} characters long, over the limit of ${MAX_LENGTH}`;
    return [{ code: 'yaml-too-long', offset: 0, message, help: 'Split it into several files' }];
  }
  const offset = text.search(NOT_TEXT);
  if (offset < 0) return undefined;
  const shown = `U+${text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0')}`;
  const help = 'Save the file as UTF-8 text with LF or CR LF line ends';
  return [{ code: 'yaml-character', offset, message: `The file holds the character ${shown}`, help }];
}

/** Control characters but tab, LF and CR LF; halves of surrogate pairs. */
const NOT_TEXT = /[^\t\n\r\P{Cc}]|\r(?!\n)|\p{Cs}/u;

function readContent(text: string): Read | TextFault[] {
  const { documents, faults: guarded } = yamlDocuments(text);
  const [document] = documents;
  if (document === undefined) return [...guarded];
  const complaints = documents.flatMap((document) => [...document.errors, ...document.warnings]);
  const quoteAt = (end: number) => quotedStart(text, end);
  const syntax = complaints.flatMap((complaint) => syntaxFault(complaint, quoteAt) ?? []);
  const faults = [...guarded, ...withoutEchoes(syntax, guarded, text), ...secondDocument(documents)];
  if (syntax.length > 0) return faults;
  const value = yamlValue(document.contents);
  faults.push(...value.faults);
  if (isEmpty(document)) faults.push(EMPTY);
  return faults.length > 0 ? faults : { document, value };
}

const EMPTY: TextFault = {
  code: 'empty-file',
  offset: 0,
  message: 'The file holds no policy: it is empty, or has only comments',
  help: 'Write the policy, or remove the file',
};

/** The package trips over a tab again, on the same line. */
function withoutEchoes(
  faults: readonly TextFault[],
  guarded: readonly TextFault[],
  text: string,
): TextFault[] {
  const lineOf = (offset: number) => text.lastIndexOf('\n', offset - 1);
  const tabbed = new Set(
    guarded.filter((fault) => fault.code === 'tab-indent').map((fault) => lineOf(fault.offset)),
  );
  return tabbed.size === 0 ? [...faults] : faults.filter((fault) => !tabbed.has(lineOf(fault.offset)));
}

function secondDocument(documents: readonly Document.Parsed[]): TextFault[] {
  const second = documents[1];
  if (second === undefined) return [];
  const help = 'Put each document into its own file';
  return [
    {
      code: 'second-document',
      offset: second.range[0],
      message: 'One document expected, but a second one starts here',
      help,
    },
  ];
}

function isEmpty({ contents }: Document.Parsed): boolean {
  return contents === null || (contents.range !== undefined && contents.range[0] === contents.range[1]);
}

/** By place; of several syntax faults at one place the first says enough. */
function inOrder(faults: readonly TextFault[]): TextFault[] {
  const sorted = [...faults].sort((a, b) => a.offset - b.offset);
  const isEcho = (fault: TextFault, i: number) =>
    fault.code === 'yaml-syntax' && sorted[i - 1]?.offset === fault.offset;
  return sorted.filter((fault, i) => !isEcho(fault, i)).slice(0, MAX_FAULTS);
}

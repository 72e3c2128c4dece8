/** The head of an output: as much of it as is told, and how much there was. */

export type Head = { readonly text: string; readonly bytes: number; readonly isCut: boolean };

/** The first `most` bytes as text; what is not UTF-8 becomes replacement characters, and half a character at the cut goes. */
export function headOf(output: Uint8Array, most: number): Head {
  const isCut = output.length > most;
  const text = new TextDecoder().decode(output.subarray(0, most), { stream: isCut });
  return { text, bytes: output.length, isCut };
}

/** For a person: a title, and the lines of the head under it; nothing when there was no output. */
export function outputLines(title: string, { text, bytes, isCut }: Head): readonly string[] {
  if (bytes === 0) return [];
  const lines = text.replace(/\n$/, '').split('\n');
  return [`${title}, ${bytes} bytes${isCut ? ', cut' : ''}:`, ...lines.map((line) => `  ${line}`)];
}

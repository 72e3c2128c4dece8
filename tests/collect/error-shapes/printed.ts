/** One failure as a program prints it, and the word that stands for it. */
export type Printed = {
  readonly title: string;
  readonly stderr?: string;
  readonly stdout?: string;
  readonly word: string | null;
};

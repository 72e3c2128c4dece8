/** docs/cli.md: the help of every command, as the command line itself prints it. */
import { helpTexts } from '../../src/cli/program.ts';
import { GENERATED } from './markdown.ts';

export function cliPage(): string {
  const pages = helpTexts().map(({ name, help }) => `## ${name}\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\``);
  return `${GENERATED}

# Command line

${pages.join('\n\n')}
`;
}

/** Programs that a catalogue may not name: shells, programs that start another program, and interpreters that are given code. */

const SHELLS = [
  ...[
    'sh',
    'bash',
    'rbash',
    'zsh',
    'rzsh',
    'dash',
    'ash',
    'ksh',
    'mksh',
    'pdksh',
    'oksh',
    'csh',
    'tcsh',
    'fish',
  ],
  ...[
    'elvish',
    'nu',
    'xonsh',
    'osh',
    'ysh',
    'yash',
    'busybox',
    'toybox',
    'cmd',
    'command',
    'powershell',
    'pwsh',
    'wsl',
  ],
];
/** What stands behind them is the program that really runs, so a rule that names them names nothing. */
const LAUNCHERS = [
  ...[
    'env',
    'exec',
    'eval',
    'sudo',
    'doas',
    'su',
    'runuser',
    'pkexec',
    'setpriv',
    'capsh',
    'chroot',
    'unshare',
  ],
  ...[
    'nsenter',
    'setsid',
    'nohup',
    'nice',
    'ionice',
    'chrt',
    'taskset',
    'timeout',
    'time',
    'stdbuf',
    'unbuffer',
  ],
  ...[
    'xargs',
    'parallel',
    'watch',
    'entr',
    'script',
    'expect',
    'flock',
    'strace',
    'ltrace',
    'gdb',
    'ssh',
    'start',
  ],
];

type Interpreter = {
  readonly name: RegExp;
  /** The option, or the subcommand, behind which code stands. */
  readonly code: RegExp;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /** True when the first word that is no option is code itself. */
  readonly firstIsCode?: boolean;
};
const INTERPRETERS: readonly Interpreter[] = [
  { name: /^(?:python|pythonw|pypy|py)$/, code: /^-[bBdEhiIOPqRsSuvVx]*c/, valued: /^-[WX]$/ },
  {
    name: /^(?:node|nodejs|bun|tsx)$/,
    code: /^(?:-[ep]|-pe|--eval|--print)(?:=|$)/,
    valued: /^(?:-[rC]|--require|--import|--loader|--conditions)$/,
  },
  { name: /^deno$/, code: /^eval$/ },
  { name: /^perl$/, code: /^-[acilnpstTuUvwWX0-9]*[eE]/, valued: /^-I$/ },
  { name: /^(?:ruby|jruby)$/, code: /^-[aclnpsSvwWxy0-9]*e/, valued: /^-[IrC]$/ },
  { name: /^php$/, code: /^(?:-[rBRE]|--run|--process-)/, valued: /^-[cdz]$/ },
  { name: /^(?:lua|luajit|rscript|osascript|groovy|scala|julia|elixir|raku)$/, code: /^(?:-[eE]|--eval)/ },
  {
    name: /^(?:awk|gawk|mawk|nawk|sed|gsed)$/,
    code: /^(?:-e|--expression|--source)/,
    valued: /^-[vFfln]$/,
    firstIsCode: true,
  },
];

/** The bare name of a program: folders, letter case, a Windows ending and a version (`bash5`, `python3.11`) dropped. */
function nameOf(program: string): string {
  const last = program.split(/[/\\]/).at(-1) ?? '';
  return last
    .toLowerCase()
    .replace(/[. ]+$/, '')
    .replace(/\.(?:exe|com|cmd|bat|ps1)$/, '')
    .replace(/(?<=[a-z])-?[0-9][0-9.]*$/, '');
}

/** True for a shell, and for a program whose only work is to start another one. Path prefix and `.exe` do not matter. */
export function isShell(program: string): boolean {
  const name = nameOf(program);
  return SHELLS.includes(name) || LAUNCHERS.includes(name);
}

/** Why a command may not be in a catalogue, as a sentence; undefined when nothing is against it. `{slot}` words are slots. */
export function whyRefused(argv: readonly string[], isSlot: (word: string) => boolean): string | undefined {
  const [program = '', ...words] = argv;
  const name = nameOf(program);
  if (SHELLS.includes(name)) return 'The program is a shell';
  if (LAUNCHERS.includes(name)) return 'The program only starts another program, which nothing here judges';
  if (/\.(?:cmd|bat|ps1)$/i.test(program)) return 'The program is a script that a shell runs';
  const interpreter = INTERPRETERS.find((one) => one.name.test(name));
  return interpreter !== undefined && takesCode(interpreter, words, isSlot)
    ? 'The program is an interpreter that is given code on its command line'
    : undefined;
}

/** Looks at the interpreter's own options; what stands behind the script belongs to the script. */
function takesCode(
  { code, valued, firstIsCode = false }: Interpreter,
  words: readonly string[],
  isSlot: (word: string) => boolean,
): boolean {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    if (code.test(word)) return true;
    if (valued?.test(word)) at += 1;
    else if (word === '--' || word === '-m') return false;
    else if (!word.startsWith('-')) return firstIsCode && isSlot(word);
  }
  return false;
}

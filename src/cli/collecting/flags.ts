/** The collect flags, in the order that the help shows them. A new one is a file beside this and a line here. */
import { bundle } from './bundle.ts';
import { call } from './call.ts';
import { environment } from './environment.ts';
import type { CollectFlag } from './flag.ts';
import { git } from './git.ts';
import { health } from './health.ts';
import { junit } from './junit.ts';
import { patch } from './patch.ts';
import { prompt } from './prompt.ts';
import { proof } from './proof.ts';
import { rerun } from './rerun.ts';
import { response } from './response.ts';
import { secrets } from './secrets.ts';
import { set } from './set.ts';
import { steps } from './steps.ts';
import { toolchain } from './toolchain.ts';
import { tree } from './tree.ts';

/** `set` is last: it is refused for a section that another flag has brought. */
export const COLLECT_FLAGS: readonly CollectFlag[] = [
  tree,
  git,
  secrets,
  prompt,
  patch,
  environment,
  bundle,
  health,
  response,
  junit,
  rerun,
  toolchain,
  proof,
  call,
  steps,
  set,
];

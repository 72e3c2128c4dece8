/** The guarded actions, in the order that the help shows them. A new one is a file beside this and a line here. */
import type { Act } from './act.ts';
import { card } from './card.ts';
import { exec } from './exec.ts';
import { packet } from './packet.ts';
import { proof } from './proof.ts';
import { replay } from './replay.ts';
import { seal } from './seal.ts';
import { ticket } from './ticket.ts';

export const ACTS: readonly Act[] = [seal, packet, card, ticket, exec, replay, proof];

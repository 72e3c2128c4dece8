/** Claims: what a person or an agent wrote down about a job before it ran. */
import * as v from 'valibot';
import { defineSection, field } from '../section.ts';

const { open, text, texts, whole, flag } = field;

export const job = defineSection({
  name: 'job',
  summary: 'The job card: what the job is and what it depends on.',
  collectedBy: '--set job=FILE',
  schema: v.strictObject({
    job_id: open(text),
    latency_class: open(text),
    requires_offline: open(flag),
    needs_uncommitted_context: open(flag),
  }),
});

export const card = defineSection({
  name: 'card',
  summary: 'The egress card of a fixture: its class, its pins, and what private matter is left in it.',
  collectedBy: '--set card=FILE',
  schema: v.strictObject({
    fixture_id: open(text),
    fixture_hash: open(text),
    egress_class: open(text),
    residue: open(texts),
    host_pin: open(text),
    replay_window: open(text),
    writable_surface: open(text),
    failure_class: open(text),
  }),
});

export const fence = defineSection({
  name: 'fence',
  summary: 'The write fence that a person drew before the job: what may be written, what never.',
  collectedBy: '--set fence=FILE',
  schema: v.strictObject({ root: open(text), allow: open(texts), deny_globs: open(texts) }),
});

export const intent = defineSection({
  name: 'intent',
  summary: 'What a person allowed the job to touch.',
  collectedBy: '--set intent=FILE',
  schema: v.strictObject({
    intent_id: open(text),
    summary: open(text),
    allowed_paths: open(texts),
    allowed_hosts: open(texts),
    allowed_deps: open(texts),
    allowed_commands: open(texts),
    forbidden: open(texts),
  }),
});

export const plan = defineSection({
  name: 'plan',
  summary: 'What the agent says it will do. `parse_error` stands here when it answered with prose.',
  collectedBy: '--set plan=FILE',
  schema: v.strictObject({
    intent_id: open(text),
    writes: open(v.array(v.strictObject({ path: text, note: open(text) }))),
    paths: open(texts),
    hosts: open(texts),
    deps: open(texts),
    commands: open(texts),
    parse_error: open(text),
  }),
});

export const approval = defineSection({
  name: 'approval',
  summary: 'What a person decided about a prompt or a job.',
  collectedBy: '--set approval=FILE',
  schema: v.strictObject({ decision: open(text), by: open(text), at: open(text), note: open(text) }),
});

export const argv = defineSection({
  name: 'argv',
  summary: 'The command to run, as its list of words.',
  collectedBy: '--set argv=FILE',
  schema: v.strictObject({ argv: open(texts) }),
});

export const toolCall = defineSection({
  name: 'tool_call',
  summary:
    'The call that a model asks for, as it sent it. `parse_error` stands here when it sent no JSON object.',
  collectedBy: '--call FILE',
  // What a model sent is judged, not refused: any keys may stand here.
  schema: v.record(v.string(), field.json),
  sensitive: ['args'],
});

export const steps = defineSection({
  name: 'steps',
  summary: 'How many steps a run has used, by a counter that the host keeps.',
  collectedBy: '--steps DIR',
  schema: v.strictObject({ used: open(whole), max: open(whole) }),
});

export const done = defineSection({
  name: 'done',
  summary: 'The contract of done, as it was written before the work.',
  collectedBy: '--proof DIR',
  schema: v.record(v.string(), field.json),
});

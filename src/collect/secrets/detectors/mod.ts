/** The detectors that look into text, from the surest to the least sure: where two hit one place, the first one speaks. */
import type { Detector } from '../detector.ts';
import { assignment } from './assignment.ts';
import { awsAccessKey } from './aws-access-key.ts';
import { privateKey } from './private-key.ts';
import { assignmentShape, privateKeyHeader } from './shapes.ts';
import { githubToken, npmToken, slackToken, stripeKey } from './tokens.ts';
import { urlCredentials } from './url-credentials.ts';

export const DETECTORS: readonly Detector[] = [
  privateKey,
  awsAccessKey,
  githubToken,
  slackToken,
  npmToken,
  stripeKey,
  urlCredentials,
  assignment,
];

/** For a prompt: a few words of prose that are held by mistake cost less there than a secret that is let through. */
export const PROMPT_DETECTORS: readonly Detector[] = [...DETECTORS, privateKeyHeader, assignmentShape];

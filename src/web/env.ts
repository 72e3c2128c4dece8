/** What the app is given when it is made, and what comes along with each request. */
import type { Context, Hono } from 'hono';
import type { AssetSource } from './assets.ts';
import type { Reader } from './reader.ts';

export type Deps = {
  readonly reader: Reader;
  readonly assets: AssetSource;
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** As the engine names itself, such as `holdpoint 0.1.0`; stands at the foot of every page. */
  readonly version: string;
  /** Told of every unexpected error; the page itself shows none of it. */
  report?(error: unknown): void;
};

/** Set by the server, absent in tests that call `app.request()`. */
export type Bindings = {
  /** The port that the server listens on; the Host header must name it. */
  readonly port?: number;
  /** Aborted when the server shuts down: long answers end. */
  readonly closing?: AbortSignal;
};

export type WebEnv = { Bindings: Bindings };
export type App = Hono<WebEnv>;
export type Ctx = Context<WebEnv>;

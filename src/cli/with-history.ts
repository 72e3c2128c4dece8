/** Opens the project's history for reading, hands it over, and closes it whatever happened. */
import type { History } from '../store/mod.ts';
import type { Io } from './io.ts';
import { findProject } from './project.ts';

/** Loads the store only now: the commands that need no history start without it. Throws StoreError. */
export async function withHistory<T>(io: Io, use: (history: History) => Promise<T>): Promise<T> {
  const project = await findProject(io);
  const { openProjectHistory } = await import('./open-history.ts');
  const { history } = await openProjectHistory(io, project, { readOnly: true });
  try {
    return await use(history);
  } finally {
    await history.close();
  }
}

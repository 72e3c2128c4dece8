/** `/policies`: those the history knows. `/policies/NAME`: one of them. */
import type { App, Deps } from '../env.ts';
import { PoliciesPage, PolicyPage } from '../views/policies.tsx';
import { sendPage, sendProblem } from './reply.tsx';

export function policyRoutes(app: App, deps: Deps): void {
  app.get('/policies', async (c) => {
    const body = <PoliciesPage policies={await deps.reader.policies()} />;
    return sendPage(c, deps, { title: 'Policies', section: 'policies' }, body);
  });

  app.get('/policies/:name', async (c) => {
    const name = c.req.param('name');
    const detail = await deps.reader.policy(name);
    if (detail)
      return sendPage(c, deps, { title: detail.policy, section: 'policies' }, <PolicyPage detail={detail} />);
    return sendProblem(c, deps, {
      status: 404,
      title: 'No such policy',
      faults: [`No recorded verdict has a policy named "${name.slice(0, 80)}"`],
      advice: 'A policy appears here once a verdict of it has been recorded.',
    });
  });
}

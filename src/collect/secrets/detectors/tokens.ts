/** Tokens of services that are known by how they begin. Found here as well as by secretlint, which leaves large files out. */
import { wordDetector } from '../detector.ts';

export const githubToken = wordDetector({
  id: 'github-token',
  summary: 'A GitHub token: ghp_, gho_, ghu_, ghs_ or ghr_ and 36 letters or digits, or github_pat_.',
  version: 1,
  anchors: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
  shape: /gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{40,255}/y,
  positives: [
    ['ghp', '_', 'Zk3vQ9mT2xW7', 'bN5cR8yL1pD4', 'hJ6gF0sA3uE9'],
    ['x=ghs', '_', 'Zk3vQ9mT2xW7', 'bN5cR8yL1pD4', 'hJ6gF0sA3uE9;'],
  ],
  nearMisses: [
    ['ghp', '_', 'Zk3vQ9mT2xW7'],
    ['ghp', '_$', '{{ env.TOKEN }}'],
    ['github_pat', '_...'],
  ],
});

export const slackToken = wordDetector({
  id: 'slack-token',
  summary: 'A Slack token (xoxb-, xoxp-, ...) or the address of an incoming webhook.',
  version: 1,
  anchors: ['xox', 'hooks.slack.com/services/'],
  shape:
    /xox[abeoprs]-[A-Za-z0-9-]{20,250}|hooks\.slack\.com\/services\/T[A-Za-z0-9]{5,20}\/B[A-Za-z0-9]{5,20}\/[A-Za-z0-9]{20,40}/y,
  positives: [
    ['xox', 'b-', '123456789012-', 'Zk3vQ9mT2xW7bN5c'],
    ['https://hooks.slack', '.com/services/', 'T0A1B2C3D/B4E5F6G7H/', 'Zk3vQ9mT2xW7bN5cR8yL1pD4'],
  ],
  nearMisses: [
    ['xox', 'b-token'],
    ['https://hooks.slack', '.com/services/T000/B000/XXX'],
    ['foxox', '-x'],
  ],
});

export const npmToken = wordDetector({
  id: 'npm-token',
  summary: 'An npm access token: npm_ and 36 letters or digits.',
  version: 1,
  anchors: ['npm_'],
  shape: /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_])/y,
  positives: [['npm', '_', 'Zk3vQ9mT2xW7', 'bN5cR8yL1pD4', 'hJ6gF0sA3uE9']],
  nearMisses: [
    ['npm', '_config_registry'],
    ['npm', '_', 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'],
  ],
});

export const stripeKey = wordDetector({
  id: 'stripe-key',
  summary: 'A live Stripe key: sk_live_ or rk_live_ and what follows.',
  version: 1,
  anchors: ['k_live_'],
  shape: /k_live_[A-Za-z0-9]{16,250}/y,
  positives: [
    ['sk', '_live_', '4eC39HqLyjWDarjtT1zdp7dc'],
    ['rk', '_live_', '4eC39HqLyjWDarjtT1zdp7dc'],
  ],
  nearMisses: [
    ['sk', '_live_...'],
    ['sk', '_test_', '4eC39HqLyjWDarjtT1zdp7dc'],
  ],
});

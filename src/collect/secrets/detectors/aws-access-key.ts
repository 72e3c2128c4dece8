/** `aws-access-key`: the id of an AWS access key. Documentation's example keys are found as well: who knows them may accept them. */
import { wordDetector } from '../detector.ts';

export const awsAccessKey = wordDetector({
  id: 'aws-access-key',
  summary: 'The id of an AWS access key: AKIA or ASIA and sixteen capitals or digits.',
  version: 1,
  anchors: ['AKIA', 'ASIA'],
  // What stands before does not matter: minified text has no word borders.
  shape: /A[KS]IA[A-Z0-9]{16}/y,
  positives: [
    ['{"aws_access_key_id": "AKIA', 'ABCDEFGH', 'IJKLMNOP"}'],
    ['AKIA', 'IOSFODNN7', 'EXAMPLE'],
    ["key = 'AKIA", "ABCDEFGHIJKLMNOP' # gitleaks:allow secretlint-disable"],
    ['aaaaAKIA', 'Q7ZT4MEX', 'W2NRB5KD'],
  ],
  nearMisses: [
    ['AKIA', 'ABCDEFGHIJKLMNO'],
    ['AKIA', 'abcdefghijklmnop'],
    ['ASIA is a continent'],
    ['akia', 'abcdefghijklmnop'],
  ],
});

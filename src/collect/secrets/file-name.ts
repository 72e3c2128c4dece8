/** `secret-file-name`: files whose name says that they hold a secret. */

export const SECRET_FILE_NAME = {
  id: 'secret-file-name',
  summary:
    'A file name that secrets usually have: .env and its kin, private keys, key stores, credential files.',
  version: 1,
  positives: [
    '.env',
    '.env.local',
    '.env.test',
    'production.env',
    'database.env',
    'a/.npmrc',
    'id_rsa',
    'server.key',
    '.envrc',
    'service-account.json',
    '.ENV.LOCAL',
    'credentials.json',
    'secrets.yaml',
    'a/b/tls.pem',
    'store.p12',
    '.aws/credentials',
  ],
  nearMisses: [
    'id_ed25519.pub',
    '.env.example',
    '.env.sample',
    'environment.ts',
    'keyboard.ts',
    'env',
    'credentials.md',
    'a.env/readme.md',
    'keys.ts',
  ],
} as const;

/** What is meant to be filled in, or to be public. */
const HARMLESS = /\.(?:example|sample|template|tmpl|dist|defaults?|pub)$/;
const NAMES = new Set([
  '.envrc',
  '.npmrc',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.my.cnf',
  '.git-credentials',
  '.htpasswd',
  '.dockercfg',
  '.s3cfg',
  '.boto',
  'credentials.json',
  'secrets.yaml',
  'secrets.yml',
  'secrets.json',
  'secrets.toml',
  'secret.yaml',
  'secret.yml',
  'secret.json',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  'kubeconfig',
  'master.key',
  'terraform.tfvars',
  'client_secret.json',
]);
const SUFFIX = /\.(?:env|pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/;
const SHAPE = /^\.env(?:[.\-_].*)?$|^service[-_.]?account[^/]*\.json$/;
const PLACES = /(?:^|\/)(?:\.aws\/credentials|\.docker\/config\.json|\.kube\/config)$/;

/** True when the path's last name (in any case) says that the file holds a secret. */
export function isSecretFileName(path: string): boolean {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  if (HARMLESS.test(name)) return false;
  return NAMES.has(name) || SUFFIX.test(name) || SHAPE.test(name) || PLACES.test(lower);
}

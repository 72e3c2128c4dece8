/** Domains under which strangers can register names. Short on purpose: the well-known ones, not the public suffix list. */

/** Registries of whole countries: an entry for one is as wide as `*.com`. */
const REGISTRIES: ReadonlySet<string> = new Set(
  `ac.uk co.uk gov.uk ltd.uk me.uk org.uk com.au edu.au net.au org.au co.nz net.nz org.nz co.jp ne.jp or.jp co.kr or.kr
  com.cn net.cn org.cn com.hk com.tw com.sg com.my co.id co.in net.in org.in co.il co.za com.br net.br org.br com.ar
  com.mx com.co com.pe com.tr com.ua com.pl com.sa com.eg co.th com.vn com.ph`.split(/\s+/),
);

/** Hosting where anyone can have a name of their own below. */
const SHARED: ReadonlySet<string> = new Set(
  `amplifyapp.com appspot.com azurecontainer.io azureedge.net azurefd.net azurewebsites.net b-cdn.net
  blob.core.windows.net blogspot.com cloudapp.azure.com cloudfront.net cloudfunctions.net codeberg.page deno.dev
  digitaloceanspaces.com elasticbeanstalk.com execute-api.amazonaws.com firebaseapp.com fly.dev github.io
  githubusercontent.com gitlab.io herokuapp.com hf.space jfrog.io lambda-url.on.aws myshopify.com netlify.app
  ngrok-free.app ngrok.app ngrok.io now.sh onrender.com pages.dev r2.dev readthedocs.io repl.co replit.app run.app
  storage.googleapis.com surge.sh trycloudflare.com vercel.app web.app workers.dev amazonaws.com`.split(
    /\s+/,
  ),
);

/** S3 has one such domain a region: `s3.amazonaws.com`, `s3.eu-west-1.amazonaws.com`, `s3-website-...`. */
const S3 = /^s3[a-z0-9.-]*\.amazonaws\.com$/;

export function isRegistry(name: string): boolean {
  return REGISTRIES.has(name);
}

export function isShared(name: string): boolean {
  return SHARED.has(name) || S3.test(name);
}

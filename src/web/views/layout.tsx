/** The frame of every page: one document with its landmarks, whatever stands in the middle. */
import type { Child } from 'hono/jsx';
import { type AssetName, type AssetSource, assetPath } from '../assets.ts';
import { visible } from '../text.ts';

export type Section = 'overview' | 'verdicts' | 'policies';

const NAV: readonly { section: Section; href: string; words: string }[] = [
  { section: 'overview', href: '/', words: 'Overview' },
  { section: 'verdicts', href: '/verdicts', words: 'Verdicts' },
  { section: 'policies', href: '/policies', words: 'Policies' },
];

export type LayoutProps = {
  assets: AssetSource;
  version: string;
  title: string;
  section?: Section;
  /** Scripts that only this page needs. */
  scripts?: readonly AssetName[];
  children?: Child;
};

// htmx may run nothing from attributes (the policy of the page forbids it) and brings no style of its own.
const HTMX_SETTINGS = JSON.stringify({ extensions: 'sse', includeIndicatorCSS: false });

function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path fill="currentColor" d="M7.6 1.5h8.8l6.1 6.1v8.8l-6.1 6.1H7.6l-6.1-6.1V7.6z" />
      <path class="mark-ink" d="M7.5 6.5h3v4h3v-4h3v11h-3v-4h-3v4h-3z" />
    </svg>
  );
}

export function Layout({ assets, version, title, section, scripts = [], children }: LayoutProps) {
  const path = (name: AssetName) => assetPath(assets.get(name));
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="htmx-config" content={HTMX_SETTINGS} />
        <title>{`${visible(title)} · Holdpoint`}</title>
        <link rel="icon" type="image/svg+xml" href={path('icon.svg')} />
        <link rel="stylesheet" href={path('app.css')} />
        {(['htmx.js', ...scripts, 'app.js'] as const).map((name) => (
          <script src={path(name)} defer />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="top">
          <div class="wrap">
            <a class="brand" href="/" aria-label="Holdpoint, overview">
              <Mark />
              <span>Holdpoint</span>
            </a>
            <nav aria-label="Main">
              <ul>
                {NAV.map((item) => (
                  <li>
                    <a href={item.href} {...(item.section === section ? { 'aria-current': 'page' } : {})}>
                      {item.words}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        </header>
        <main id="main" class="wrap" tabindex={-1}>
          {children}
        </main>
        <footer class="wrap foot">
          <p>{version}. Times are UTC. Nothing on these pages can change a verdict.</p>
        </footer>
        <p id="announcer" class="unseen" role="status" />
      </body>
    </html>
  );
}

import { openBrowser } from '/work/main/tests/browser/browser.ts';
import { serveSeeded } from '/work/main/tests/browser/seeded.ts';
import { NOW } from '/work/main/tests/web/made-app.ts';
import { mergeHold } from '/work/main/tests/web/sample.ts';
const d = await serveSeeded(); const b = await openBrowser();
for (let i=0;i<8;i++){
const page = await b.newPage();
page.on('console', m => console.log('CONSOLE', m.text().slice(0,300)));
await page.goto(d.url);
await page.evaluate(() => { for (const n of ['before:message','after:message','before:connection','after:connection','error','close']) document.addEventListener('htmx:sse:'+n, e => console.log(n, JSON.stringify(e.detail.message?.id ?? ''), e.detail.reason ?? '', e.detail.error?.message ?? '')); });
await page.getByRole('button', { name: 'Pause' }).click();
await d.add(mergeHold(7100+i*2, NOW - 900, ['paused/one'+i+'.txt']));
await page.waitForTimeout(2500);
await d.add(mergeHold(7101+i*2, NOW - 800, ['paused/two.txt']));
await page.getByRole('button', { name: 'Resume' }).click();
await page.waitForTimeout(5000);
console.log(await page.locator('#latest').innerText().then(t=>t.slice(0,100)), await page.getByText('paused/one'+i+'.txt').count(), await page.locator('#pause').innerText());

await page.close();}
await b.close(); await d.close();

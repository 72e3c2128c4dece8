// What pages do beyond links and forms: the trend chart, the live list's pause, focus after a swap. Nothing depends on it.
(() => {
  const LATEST_KEPT = 20;
  const DECISIONS = [
    ['hold', 'Held'],
    ['split', 'Split'],
    ['release', 'Released'],
  ];
  const byId = (id) => document.getElementById(id);
  document.documentElement.classList.add('has-script');

  // ---- trend -------------------------------------------------------------------------------------------------------

  const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  function trendData() {
    const days = JSON.parse(byId('trend-data').textContent);
    return {
      labels: days.map((day) => day.day.slice(5)),
      datasets: DECISIONS.map(([key, label]) => ({
        label,
        data: days.map((day) => day[key]),
        backgroundColor: token(`--${key}-bar`),
        borderColor: token('--surface'),
        borderWidth: { top: 1 },
        maxBarThickness: 28,
      })),
    };
  }

  function trendOptions() {
    const font = { family: getComputedStyle(document.body).fontFamily, size: 12 };
    const axis = {
      ticks: { color: token('--ink-soft'), font, maxRotation: 0, autoSkipPadding: 12 },
      border: { display: false },
    };
    return {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      interaction: { mode: 'index', intersect: false },
      plugins: {
        legend: { align: 'start', labels: { color: token('--ink'), font, boxWidth: 12, boxHeight: 12 } },
      },
      scales: {
        x: { ...axis, stacked: true, grid: { display: false } },
        y: {
          ...axis,
          stacked: true,
          beginAtZero: true,
          grid: { color: token('--line') },
          ticks: { ...axis.ticks, precision: 0, maxTicksLimit: 6 },
        },
      },
    };
  }

  function drawTrend() {
    const canvas = byId('trend');
    if (!canvas || !window.Chart) return;
    canvas.setAttribute('aria-label', byId('trend-data').dataset.summary);
    const chart = Chart.getChart(canvas);
    if (!chart) return new Chart(canvas, { type: 'bar', data: trendData(), options: trendOptions() });
    chart.data = trendData();
    chart.options = trendOptions();
    chart.update();
  }

  // ---- live list ---------------------------------------------------------------------------------------------------

  let resume;
  let paused;

  function setPaused(button, on) {
    button.setAttribute('aria-pressed', String(on));
    button.textContent = on ? 'Resume' : 'Pause';
    if (on) {
      paused = new Promise((resolve) => {
        resume = resolve;
      });
    } else {
      resume?.();
      paused = undefined;
    }
  }

  function startLive() {
    const button = byId('pause');
    if (!button || button.dataset.ready) return;
    button.dataset.ready = 'yes';
    button.hidden = false;
    button.addEventListener('click', () => setPaused(button, button.getAttribute('aria-pressed') !== 'true'));
  }

  // A message that comes in during a pause waits; the server sends no further one before it is taken.
  document.addEventListener('htmx:sse:before:message', (event) => {
    if (paused) event.detail.waitUntil(paused);
  });

  document.addEventListener('htmx:sse:after:message', () => {
    const latest = byId('latest');
    while (latest && latest.children.length > LATEST_KEPT) latest.lastElementChild.remove();
    drawTrend();
    announce('New verdicts have come in');
  });

  // ---- swaps -------------------------------------------------------------------------------------------------------

  function announce(words) {
    const announcer = byId('announcer');
    if (announcer) announcer.textContent = words;
  }

  function afterSwap(event) {
    start();
    const list = byId('verdict-list');
    if (!list || !event.detail.ctx?.request?.action?.startsWith('/verdicts')) return;
    announce(list.dataset.announce);
    // The link that was followed is gone: go on reading at the rows.
    if (!document.activeElement || document.activeElement === document.body) byId('rows-title')?.focus();
  }

  function start() {
    drawTrend();
    startLive();
  }

  // No answer came: go there as a plain link would, so that the browser says what is wrong and can try again.
  function afterFailure(event) {
    const { sourceElement } = event.detail.ctx ?? {};
    if (sourceElement?.href) location.assign(sourceElement.href);
    else if (sourceElement) announce('The dashboard did not answer. Reload the page to try again');
  }

  document.addEventListener('htmx:after:swap', afterSwap);
  document.addEventListener('htmx:error', afterFailure);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawTrend);
  start();
})();

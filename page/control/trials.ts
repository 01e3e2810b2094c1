import { ask } from './api.ts';
import { byId, type Content, decision, field, fill, make, table } from './dom.ts';
import { trace } from './held.ts';
import type { BacktestReport, GatewayVerdict } from './shapes.ts';
import { attempt, Told, tell } from './status.ts';

/** Lets the forms for a call and for a draft work. */
export function openTrials(): void {
  onSubmit('try-form', async () => {
    const { body } = await ask<GatewayVerdict & { warnings: readonly string[] }>(
      'POST',
      '/api/policies/simulate',
      {
        tool: field('try-tool').value,
        arguments: parsed('try-arguments', 'the arguments'),
        ...optional('server', 'try-server'),
      },
    );
    fill(
      byId('try-result'),
      make('p', {}, decision(body.decision), ` ${body.reason}`),
      make(
        'p',
        { class: 'quiet' },
        `risk ${body.risk}`,
        body.signals.map(({ id, category }) => `, ${id ?? category}`),
      ),
      warnings(body.warnings),
      trace(body.trace),
    );
    tell(`the rules say ${body.decision.replaceAll('_', ' ')}`);
  });
  onSubmit('backtest-form', async () => {
    const draft = parsed('backtest-draft', 'the draft');
    tell('the backtest runs');
    const { body } = await ask<BacktestReport & { warnings: readonly string[] }>(
      'POST',
      '/api/policies/backtest',
      {
        draft,
        samples: 20,
      },
    );
    fill(byId('backtest-result'), summary(body), warnings(body.warnings), flips(body));
    tell(`${body.flipped} of ${body.total} decisions would flip`);
  });
}

function onSubmit(id: string, act: () => Promise<void>): void {
  byId(id).addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(act);
  });
}

function parsed(id: string, what: string): unknown {
  const input = field(id);
  try {
    input.removeAttribute('aria-invalid');
    return JSON.parse(input.value.trim() === '' ? '{}' : input.value);
  } catch {
    input.setAttribute('aria-invalid', 'true');
    input.focus();
    tell(`${what} must be JSON`, 'bad');
    throw new Told();
  }
}

function optional(key: string, id: string): Record<string, string> {
  const { value } = field(id);
  return value === '' ? {} : { [key]: value };
}

function summary({ total, flipped, loosening, tightening, unknown }: BacktestReport): Content {
  return make(
    'p',
    {},
    make('strong', {}, `${flipped} of ${total}`),
    ` decisions would flip: ${loosening} less strict, ${tightening} stricter; ${unknown} unknown`,
  );
}

function flips({ samples, flipped }: BacktestReport): Content {
  if (samples.length === 0) return [];
  return table(
    samples.length < flipped ? `The first ${samples.length} flips` : 'All flips',
    ['tool', 'before', 'after', 'when', 'agent', 'place'],
    samples.map(({ tool, before, after, at, agent, file, line }) => [
      make('code', {}, tool),
      decision(before.decision),
      decision(after.decision),
      at ?? '–',
      agent ?? '–',
      `${file}:${line}`,
    ]),
  );
}

function warnings(found: readonly string[]): Content {
  return found.map((warning) => make('p', { class: 'caution' }, warning));
}

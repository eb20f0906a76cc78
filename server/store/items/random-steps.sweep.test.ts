import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { summarizeInventory } from '../../../contract/store/items.ts'
import { startApp } from '../../testing/app.ts'
import { givenItem } from '../../testing/factories/items.ts'

const app = await startApp()
const keeper = await app.signIn('inventory_manager')
afterAll(() => app.close())

const runSteps = `select run_model_steps($1::jsonb, $2::jsonb) as results`
await app.asOwner(`
  create function run_model_steps(items jsonb, steps jsonb) returns boolean[] language plpgsql as $$
  declare step jsonb; results boolean[] := '{}'; item uuid; batch uuid; amount numeric;
  begin
    for step in select * from jsonb_array_elements(steps) loop
      item := (items ->> (step ->> 'item')::int)::uuid;
      insert into batch (item_id, batch_number, cost) values (item, 'MODEL ' || (step ->> 'item') || ' ' || (step ->> 'batch'), 1)
        on conflict (item_id, fold(batch_number)) do update set cost = 1 returning id into batch;
      amount := (step ->> 'thousandths')::numeric / 1000;
      begin
        insert into stock_movement (item_id, batch_id, kind, quantity, reason, cause, ward) values (item, batch,
          (step ->> 'kind')::movement_kind,
          case when step ->> 'kind' in ('ISSUE', 'DISPOSE', 'ADJUST') then -amount else amount end, 'model',
          case when step ->> 'kind' = 'DISPOSE' then 'DAMAGED'::dispose_cause end, 'ICU');
        results := results || true;
      exception when check_violation then results := results || false;
      end;
    end loop;
    return results;
  end $$`)

test('ten thousand random steps end with every balance equal to the sum of its movements', async () => {
  const items = await Promise.all(Array.from({ length: 5 }, () => givenItem(keeper, { quantity: 0 })))
  const steps = fc.sample(
    fc.record({
      item: fc.nat(4),
      kind: fc.constantFrom('RECEIVE', 'ISSUE', 'ISSUE', 'RETURN', 'ADJUST', 'DISPOSE'),
      batch: fc.nat(2),
      thousandths: fc.integer({ min: 1, max: 50_000 }),
    }),
    { numRuns: 10_000, seed: 1858 },
  )
  const model = new Map<string, number>()
  /** Issued quantities that have not come back. */
  const outside = new Map<string, number>()
  const accepted: boolean[] = []
  // 50 at a time, because one transaction would pile up ten thousand versions of fifteen rows.
  for (let first = 0; first < steps.length; first += 50) {
    const some = steps.slice(first, first + 50)
    const rows = await app.asOwner<{ results: boolean[] }>(runSteps, [
      JSON.stringify(items.map(({ id }) => id)),
      JSON.stringify(some),
    ])
    accepted.push(...(rows[0]?.results ?? []))
  }
  expect(accepted).toHaveLength(10_000)
  for (const [index, { item, kind, batch, thousandths }] of steps.entries()) {
    const key = `${item} ${batch}`
    const delta = ['ISSUE', 'DISPOSE', 'ADJUST'].includes(kind) ? -thousandths : thousandths
    const next = (model.get(key) ?? 0) + delta
    const issued = outside.get(key) ?? 0
    const isPossible = next >= 0 && (kind !== 'RETURN' || thousandths <= issued)
    expect(accepted[index], `step ${index}`).toBe(isPossible)
    if (!isPossible) continue
    model.set(key, next)
    if (kind === 'ISSUE' || kind === 'RETURN') outside.set(key, issued - delta)
  }
  const balances = await app.asOwner<{ item: number; batch: number; quantity: number; moved: number }>(`
    select batch.batch_number as key, (batch.quantity * 1000)::int as quantity,
      (select coalesce(sum(quantity), 0) * 1000 from stock_movement where batch_id = batch.id)::int as moved
    from batch where batch_number like 'MODEL %'`)
  expect(balances).toHaveLength(15)
  for (const { key, quantity, moved } of balances as unknown as {
    key: string
    quantity: number
    moved: number
  }[]) {
    expect(quantity).toBe(moved)
    expect(quantity).toBe(model.get(key.replace('MODEL ', '')) ?? 0)
  }
  expect(
    await app.asOwner(`select from inventory_item item where quantity <> (
      select coalesce(sum(quantity), 0) from stock_movement where item_id = item.id)`),
  ).toEqual([])
  const figures = (await keeper.call(summarizeInventory)).body
  const [counted] = await app.asOwner<{ items: number; low: number; value: string }>(`
    select count(*)::int as items, count(*) filter (where is_low)::int as low, sum(worth) as value
    from inventory_item where retired_at is null`)
  expect(figures).toMatchObject({
    totalItems: counted?.items,
    lowStock: counted?.low,
    totalValue: Number(counted?.value),
  })
}, 300_000)

/** Runs each step separately; one that a constraint refuses changes nothing. */

import { afterAll, expect, test } from 'vitest'
import { daysAfter } from '../../../contract/days.ts'
import { daysOf, type Period } from '../../../contract/figures/analytics.ts'
import { analyzeStore, exportStoreFigures, type StoreFigures } from '../../../contract/figures/store.ts'
import { summarizeInventory } from '../../../contract/store/items.ts'
import { type ItemCategory, itemCategories, type MovementKind } from '../../../contract/store/kinds.ts'
import {
  exportStoreMovements,
  listStoreMovements,
  type StoreMovement,
} from '../../../contract/store/stock.ts'
import { startApp } from '../../testing/app.ts'
import { utcToday } from '../../testing/days.ts'
import { givenItem } from '../../testing/factories/items.ts'

/** Counts the worth of each movement and every figure again, in a time zone with a half-hour offset. */

const app = await startApp()
const admin = await app.founder()
const keeper = await app.signIn('inventory_manager')
const desk = await app.signIn('receptionist')
const doctor = await app.signIn('doctor')
afterAll(() => app.close())
await app.asOwner(`update hospital set time_zone = 'Asia/Kolkata'`)

const offset = 5.5 * 3_600_000
const today = utcToday()
const period = { from: daysAfter(today, -29), to: daysAfter(today, -3) }
const earlier = { from: daysAfter(today, -56), to: daysAfter(today, -30) }
const dayOf = (moment: number) => new Date(moment + offset).toISOString().slice(0, 10)

/** The seed of the random numbers, fixed so that they are the same in each run. */
let seed = 20_261_122
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const oneOf = <Value>(values: readonly Value[]) => values[random(values.length)] as Value

interface Step {
  item: number
  batch: number
  kind: MovementKind
  cause: 'EXPIRED' | 'DAMAGED' | null
  /** The change of quantity, in thousandths. */
  moved: number
  /** In cents, for one unit of a receipt. */
  paid: number
  at: number
}

interface Moved extends Step {
  /** In cents. */
  worth: number
}

const kinds = ['RECEIVE', 'ISSUE', 'ISSUE', 'ISSUE', 'RETURN', 'ADJUST', 'DISPOSE'] as const
const items = await Promise.all(
  Array.from({ length: 9 }, (_, n) =>
    givenItem(keeper, { quantity: 0, cost: 0.5 + n, category: itemCategories[n % 3] as ItemCategory }),
  ),
)
const start = Date.parse(`${daysAfter(today, -58)}T00:00:00Z`)
const batchesEach = 2
const steps = Array.from({ length: 1000 }, (_, n): Step => {
  // Each batch begins with what was received.
  const isFirst = n < items.length * batchesEach
  const kind = isFirst ? 'RECEIVE' : oneOf(kinds)
  const amount = 1 + random(kind === 'RECEIVE' ? 90_000 : 20_000)
  const isTaken = kind === 'ISSUE' || kind === 'DISPOSE' || (kind === 'ADJUST' && random(2) > 0)
  return {
    item: isFirst ? n % items.length : random(items.length),
    batch: isFirst ? Math.floor(n / items.length) : random(batchesEach),
    kind,
    cause: kind === 'DISPOSE' ? oneOf(['EXPIRED', 'DAMAGED']) : null,
    moved: isTaken ? -amount : amount,
    paid: kind === 'RECEIVE' ? 1 + random(900) : 0,
    at: start + n * 5_000_000,
  }
})

await app.asOwner(`
  create function take_steps(items jsonb, steps jsonb) returns boolean[] language plpgsql as $$
  declare step jsonb; results boolean[] := '{}'; of_item uuid; of_batch uuid; kind movement_kind;
  begin
    for step in select * from jsonb_array_elements(steps) loop
      of_item := (items ->> (step ->> 'item')::int)::uuid;
      kind := step ->> 'kind';
      begin
        insert into batch (item_id, batch_number) values (of_item, 'B' || (step ->> 'batch'))
          on conflict (item_id, fold(batch_number)) do update set batch_number = batch.batch_number
          returning id into of_batch;
        insert into stock_movement (item_id, batch_id, kind, quantity, unit_cost, reason, cause, ward, at) values (
          of_item, of_batch, kind, (step ->> 'moved')::numeric / 1000, case when kind = 'RECEIVE' then (step ->> 'paid')::numeric / 100 end, 'model',
          (step ->> 'cause')::dispose_cause, case when kind in ('ISSUE', 'RETURN') then 'ICU'::ward end,
          to_timestamp((step ->> 'at')::float8 / 1000));
        results := results || true;
      exception when check_violation then results := results || false;
      end;
    end loop;
    return results;
  end $$`)
const ids = JSON.stringify(items.map(({ id }) => id))
const taken: boolean[] = []
while (taken.length < steps.length) {
  const some = JSON.stringify(steps.slice(taken.length, taken.length + 250))
  const [answer] = await app.asOwner<{ took: boolean[] }>('select take_steps($1, $2) as took', [ids, some])
  taken.push(...(answer?.took ?? []))
}
const ledger = countedLedger()

/** The worth of a part, rounded to the nearest cent without floating-point errors. */
function part(worth: number, moved: number, of: number): number {
  return Number((BigInt(worth) * BigInt(moved) * 2n + BigInt(of)) / (BigInt(of) * 2n))
}

/** The expected movements: a receipt is worth what was paid, later ones their share of the batch's worth. */
function countedLedger(): Moved[] {
  const batches = new Map<
    string,
    { there: number; worth: number; unit: number; out: number; outWorth: number }
  >()
  const made: Moved[] = []
  for (const [n, step] of steps.entries()) {
    const key = `${step.item} ${step.batch}`
    const of = batches.get(key) ?? { there: 0, worth: 0, unit: 0, out: 0, outWorth: 0 }
    batches.set(key, of)
    const { kind, moved } = step
    const isPossible = of.there + moved >= 0 && (kind !== 'RETURN' || moved <= of.out)
    expect(taken[n], `step ${n}: ${JSON.stringify(step)}`).toBe(isPossible)
    if (!isPossible) continue
    const worth =
      kind === 'RECEIVE'
        ? part(step.paid, moved, 1000)
        : kind === 'RETURN'
          ? part(of.outWorth, moved, of.out)
          : of.there + moved === 0
            ? -of.worth
            : moved < 0
              ? -part(of.worth, -moved, of.there)
              : of.there > 0
                ? part(of.worth, moved, of.there)
                : Math.round(of.unit * moved)
    of.there += moved
    of.worth += worth
    if (moved > 0) of.unit = of.worth / of.there
    if (kind === 'ISSUE' || kind === 'RETURN') {
      of.out -= moved
      of.outWorth -= worth
    }
    made.push({ ...step, worth })
  }
  return made
}

const worthOf = (moved: readonly Moved[]) => moved.reduce((sum, { worth }) => sum + worth, 0) / 100
const categoryOf = ({ item }: Moved) => items[item]?.category
const within = ({ from, to }: Period) => ledger.filter(({ at }) => dayOf(at) >= from && dayOf(at) <= to)
const until = (day: string) => ledger.filter(({ at }) => dayOf(at) <= day)
const inCategory = (moved: readonly Moved[], category?: ItemCategory) =>
  moved.filter((one) => !category || categoryOf(one) === category)

function figuresOf(of: Period, category?: ItemCategory): StoreFigures {
  const all = inCategory(within(of), category)
  const only = (is: (one: Moved) => boolean) => worthOf(all.filter(is))
  return {
    worth: worthOf(inCategory(until(of.to), category)),
    received: only(({ kind }) => kind === 'RECEIVE'),
    used: 0 - only(({ kind }) => kind === 'ISSUE' || kind === 'RETURN'),
    expired: 0 - only(({ cause }) => cause === 'EXPIRED'),
    damaged: 0 - only(({ cause }) => cause === 'DAMAGED'),
    adjusted: only(({ kind }) => kind === 'ADJUST'),
  }
}

const keptWorth = () =>
  app
    .asOwner<{ worth: number }>(`select worth::float8 from stock_movement order by id`)
    .then((rows) => rows.map(({ worth }) => worth))

test('each movement keeps what it was worth, and what a batch, an item and the store are worth is their sum', async () => {
  expect(ledger.length).toBeGreaterThan(625)
  expect(await keptWorth()).toEqual(ledger.map(({ worth }) => worth / 100))
  expect(
    await app.asOwner(`
      select batch.id from batch left join stock_movement on batch_id = batch.id group by batch.id
        having batch.worth <> coalesce(sum(stock_movement.worth), 0)
      union all select item.id from inventory_item item left join batch on item_id = item.id group by item.id
        having item.worth <> coalesce(sum(batch.worth), 0)`),
  ).toEqual([])
  const [store] = await app.asOwner<{ worth: number }>('select sum(worth)::float8 as worth from store_tally')
  expect(store?.worth).toBeCloseTo(worthOf(ledger), 2)
})

test('what was on record before is worth the same once the rule has gone through all of it', async () => {
  const before = await keptWorth()
  for (const table of ['stock_movement', 'batch', 'inventory_item', 'store_tally'])
    await app.asOwner(`update ${table} set worth = 0`)
  expect(await keptWorth()).not.toEqual(before)
  await app.asOwner('select count_worth()')
  expect(await keptWorth()).toEqual(before)
  const [item] = await app.asOwner<{ differs: number }>(`
    select count(*)::int as differs from inventory_item item
    where worth <> (select coalesce(sum(worth), 0) from stock_movement where item_id = item.id)`)
  expect(item?.differs).toBe(0)
})

test('what the store was worth, and what was received, used and lost, is what counting it again gives', async () => {
  const { body, status, text } = await admin.call(analyzeStore, { query: period })
  expect(status, text).toBe(200)
  expect(body.total).toEqual(figuresOf(period))
  expect(body.before).toEqual(figuresOf(earlier))
  const { received, used, expired, damaged, adjusted, worth } = body.total
  expect(body.before.worth + received - used - expired - damaged + adjusted).toBeCloseTo(worth, 2)
  expect(body.days).toEqual(daysOf(period).map((day) => ({ day, ...figuresOf({ from: day, to: day }) })))
  expect(body.categories).toEqual(
    itemCategories.map((category) => ({
      category,
      ...figuresOf(period, category),
      usedBefore: figuresOf(earlier, category).used,
    })),
  )
  const usedOf = (of: Period, item: number) =>
    within(of).filter((one) => one.item === item && (one.kind === 'ISSUE' || one.kind === 'RETURN'))
  expect(body.mostUsed.map(({ used: most }) => most)).toEqual(
    body.mostUsed.map(({ used: most }) => most).toSorted((one, other) => other - one),
  )
  expect(body.mostUsed).toHaveLength(items.length)
  for (const told of body.mostUsed) {
    const item = items.findIndex(({ id }) => id === told.id)
    expect(told.used).toBe(0 - worthOf(usedOf(period, item)))
    expect(told.usedBefore).toBe(0 - worthOf(usedOf(earlier, item)))
    expect(Math.round(told.quantity * 1000)).toBe(
      0 - usedOf(period, item).reduce((sum, { moved }) => sum + moved, 0),
    )
  }
})

test('at any past day the store was worth what all movements until then add up to', async () => {
  for (const ago of [57, 40, 30, 12, 1, 0]) {
    const day = daysAfter(today, -ago)
    const { body } = await keeper.call(analyzeStore, { query: { from: day, to: day } })
    expect(body.total.worth).toBe(worthOf(until(day)))
    const list = await keeper.call(listStoreMovements, { query: { to: day, limit: 1 } })
    expect(list.body.worth).toBe(body.total.worth)
  }
})

test('the total value above the inventory is that of analytics and of all movements, whatever items cost by now', async () => {
  await app.asOwner('update inventory_item set cost = cost + 7')
  const { totalValue } = (await keeper.call(summarizeInventory)).body
  expect(totalValue).toBe(worthOf(ledger))
  const { body } = await admin.call(analyzeStore, { query: { from: period.from, to: today } })
  expect(body.total.worth).toBe(totalValue)
  const list = await keeper.call(listStoreMovements, { query: { to: today, limit: 1 } })
  expect(list.body.worth).toBe(totalValue)
})

const roles = { admin, 'a receptionist': desk, 'a store keeper': keeper }
const lists = {
  received: { kind: 'RECEIVE' },
  used: { kind: 'ISSUE,RETURN' },
  expired: { kind: 'DISPOSE', cause: 'EXPIRED' },
  damaged: { kind: 'DISPOSE', cause: 'DAMAGED' },
  adjusted: { kind: 'ADJUST' },
} as const

test.each(Object.entries(roles))('to %s each figure is what its list adds up to', async (_, who) => {
  const { body } = await who.call(analyzeStore, { query: period })
  for (const [of, filter] of Object.entries(lists) as [keyof typeof lists, (typeof lists)['received']][]) {
    const told = of === 'received' || of === 'adjusted' ? body.total[of] : 0 - body.total[of]
    const list = await who.call(listStoreMovements, { query: { ...period, ...filter, limit: 1 } })
    expect(list.body.worth, of).toBe(told)
    const all = await allOf(who, { ...period, ...filter })
    expect(all).toHaveLength(list.body.total)
    expect(all.reduce((sum, { worth }) => sum + Math.round(worth * 100), 0) / 100, of).toBe(told)
  }
  for (const { category, ...figures } of body.categories) {
    const query = { ...period, ...lists.used, category, limit: 1 }
    expect((await who.call(listStoreMovements, { query })).body.worth).toBe(0 - figures.used)
    const then = { to: period.to, category, limit: 1 }
    expect((await who.call(listStoreMovements, { query: then })).body.worth).toBe(figures.worth)
  }
  for (const { id, used } of body.mostUsed) {
    const query = { ...period, ...lists.used, inventoryItemId: id, limit: 1 }
    expect((await who.call(listStoreMovements, { query })).body.worth).toBe(0 - used)
  }
})

/** The whole list, page by page. */
async function allOf(who: typeof keeper, query: object): Promise<StoreMovement[]> {
  const all: StoreMovement[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await who.call(listStoreMovements, {
      query: { ...query, limit: 200, ...(cursor && { cursor }) },
    })
    all.push(...body.items)
    cursor = body.nextCursor
  }
  return all
}

test('as CSV there is a line for each day, category, used item and movement', async () => {
  const linesOf = async (by: 'day' | 'category' | 'item') => {
    const { text, status } = await keeper.call(exportStoreFigures, { query: { ...period, by } })
    expect(status, text).toBe(200)
    return text.trim().split('\r\n')
  }
  expect((await linesOf('day')).slice(1).map((line) => line.split(',')[0])).toEqual(daysOf(period))
  expect((await linesOf('category'))[1]).toContain(`MEDICINE,${figuresOf(period, 'MEDICINE').worth},`)
  expect(await linesOf('item')).toHaveLength(items.length + 1)
  const { text } = await keeper.call(exportStoreMovements, { query: { ...period, ...lists.expired } })
  const lines = text.trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(within(period).filter(({ cause }) => cause === 'EXPIRED').length)
})

test('a doctor sees nothing of the store', async () => {
  for (const answer of [
    await doctor.call(analyzeStore, { query: period }),
    await doctor.call(exportStoreFigures, { query: { ...period, by: 'day' } }),
    await doctor.call(listStoreMovements, { query: period }),
    await doctor.call(exportStoreMovements, { query: period }),
  ]) {
    expect(answer.status).toBe(403)
  }
})

import type pg from 'pg'

const movementsEach = 50
const tables = ['inventory_item', 'batch', 'stock_movement']

/**
 * Adds items until there are `size`. Their names are like those of medicines, with one of 2,400 first words that
 * resemble no other. Each item has two batches and fifty movements, and the quantities that the movements' trigger
 * would have set.
 */
export async function fillItems(
  client: pg.Client,
  size: number,
  say: (sentence: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ there: number }>('select count(*)::int as there from inventory_item')
  const missing = size - (rows[0]?.there ?? 0)
  if (missing <= 0) return
  say(`Filling a store with ${size.toLocaleString('en')} items …`)
  await client.query('begin')
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await client.query(
    `create temporary table model on commit drop as
       select row_number() over (order by id) - 1 as place, count(*) over () as of, * from inventory_item`,
  )
  await client.query(
    `insert into inventory_item (name, category, description, unit, reorder_level, cost, supplier_id, location_id,
       quantity, next_expiry, created_at)
     select initcap((array['ami', 'ben', 'carbo', 'cefa', 'dexa', 'ery', 'fluo', 'gaba', 'hydro', 'ibu', 'keto', 'levo',
         'metho', 'nitro', 'oxy', 'para', 'quina', 'ribo', 'sulfa', 'zolmi'])[1 + n % 20]
         || (array['bi', 'ce', 'do', 'fe', 'lo', 'ma', 'nu', 'pi', 'ro', 'ta', 'ti', 'xa'])[1 + n / 20 % 12]
         || (array['dine', 'line', 'lol', 'mab', 'mycin', 'pril', 'sone', 'stat', 'vir', 'zole'])[1 + n / 240 % 10])
         || ' ' || name || ' ' || n, category, description, unit, case when n % 10 = 0 then 250 else 40 end,
       cost + n % 90, supplier_id, location_id, 200, hospital_today() + 40 + n % 900, now() - interval '200 days'
     from generate_series(1, $1::int) n join model on place = abs(hashint4(n)) % of`,
    [missing],
  )
  await client.query(
    `insert into batch (item_id, batch_number, expiry, cost, supplier_id, quantity)
     select item.id, 'M-' || half, item.next_expiry + 30 * half, item.cost, item.supplier_id, 100
     from inventory_item item, generate_series(0, 1) half where item.id not in (select id from model)`,
  )
  // The first of every five movements adds 40, and each of the others takes 5.
  await client.query(
    `insert into stock_movement (item_id, batch_id, kind, quantity, balance, unit_cost, ward, at)
     select batch.item_id, batch.id,
       (case when n % 5 = 0 then 'RECEIVE' else 'ISSUE' end)::movement_kind, case when n % 5 = 0 then 40 else -5 end,
       n / 5 * 20 + 40 - n % 5 * 5, case when n % 5 = 0 then batch.cost end, case when n % 5 > 0 then 'GENERAL'::ward end,
       now() - interval '4 days' * ($1::int - n)
     from generate_series(0, $1::int - 1) n
     join batch on batch.batch_number = 'M-' || n * 2 / $1::int`,
    [movementsEach],
  )
  await client.query(
    `update store_tally set (items, low, value) = (
       select count(*), count(*) filter (where is_low), coalesce(sum(round(quantity * cost, 2)), 0)
       from inventory_item where category = store_tally.category and retired_at is null)`,
  )
  await client.query('select count_worth()')
  await client.query(
    `select refresh_stock_alerts(id) from inventory_item where is_low or next_expiry <= hospital_today() + 90`,
  )
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  await client.query('commit')
  await client.query(`vacuum (analyze) ${tables.join(', ')}, stock_alert`)
}

export async function sampleItems(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select item_id as id from stock_movement where item_id in (select item_id from batch where batch_number = 'M-0')
     group by item_id order by item_id limit 40`,
  )
  return rows.map(({ id }) => id)
}

const sorts = ['name', 'quantity', 'cost', 'expiryDate']
/** Search terms: words and parts of words, rare and common, from the beginning, the middle and the end of names. */
const terms = [
  'cefabidine',
  'paracetamol 500',
  'gloves',
  'syringe',
  'mycin',
  'ine',
  'ketota',
  'pril',
  'mask',
  '77',
  'insul',
  'fluo',
]

/** The store keeper's pages, and the most time that each may take at the larger store, as a multiple. */
export function storePaths(items: readonly string[]): Record<string, [most: number, paths: string[]]> {
  const often = (paths: string[]) => Array.from({ length: Math.ceil(240 / paths.length) }, () => paths).flat()
  const ordered = sorts.flatMap((sort) => ['asc', 'desc'].map((way) => `sort=${sort}&direction=${way}`))
  return {
    'list of items': [
      2,
      often(ordered.flatMap((order) => [`/api/inventory?${order}`, `/api/inventory?${order}&page=3`])),
    ],
    'items by category, and low ones': [
      2,
      often([
        ...['MEDICINE', 'EQUIPMENT', 'SUPPLIES'].map((category) => `/api/inventory?category=${category}`),
        '/api/inventory?lowStock=true',
        ...ordered.slice(2).map((order) => `/api/inventory?category=SUPPLIES&lowStock=true&${order}`),
      ]),
    ],
    'search for items': [2, often(terms.map((term) => `/api/inventory?search=${encodeURIComponent(term)}`))],
    'figures of the store': [2, often(['/api/inventory/summary'])],
    'movements and stock of an item': [
      2,
      items.flatMap((id) => [`/api/inventory/${id}/movements`, `/api/inventory/${id}/history`]),
    ],
  }
}

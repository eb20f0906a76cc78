import { type RawBuilder, sql } from 'kysely'

/** The contract's `Spread` of whole numbers, over a group; null where it has none. */
export function spread(of: RawBuilder<unknown>) {
  return sql`case when count(${of}) > 0 then jsonb_build_object('count', count(${of}),
    'median', percentile_disc(0.5) within group (order by ${of}),
    'ninetieth', percentile_disc(0.9) within group (order by ${of})) end`
}

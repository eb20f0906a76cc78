import { sql } from 'kysely'
import { always, itself } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { orderLetter } from './letter.ts'
import { orderRoutes } from './routes.ts'

export const purchaseOrders = {
  routes: orderRoutes,
  letters: { order: orderLetter },
  live: {
    stale: {
      'purchase-orders': { 'purchase-order': always, supplier: always },
      'purchase-order': { 'purchase-order': itself, supplier: always, 'inventory-item': always },
    },
  },
  constraints: {
    purchase_order_transition: {
      code: 'purchase_order_closed',
      detail: 'The order’s status has changed. Check it before you try again.',
    },
    order_line_not_over_received: {
      code: 'over_received',
      detail: 'More than a tenth above what was ordered.',
    },
    purchase_order_bounded: {
      code: 'invalid_input',
      detail: 'The order has more than 200 lines, or is worth more than 999,999,999,999.99.',
      path: 'lines',
    },
    order_line_value_bounded: {
      code: 'invalid_input',
      detail: 'A line is worth more than 999,999,999,999.99.',
      path: 'lines',
    },
  },
  named: sql`
    select id, 'PO' || number from purchase_order
    union all select line.id, item.name from purchase_order_line line join inventory_item item on item.id = line.item_id`,
} satisfies Noun

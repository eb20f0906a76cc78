import { sql } from 'kysely'
import { always, itself } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { forgetOldLooks, raiseExpiryAlerts } from './jobs.ts'
import { inventoryRoutes } from './routes.ts'

export const inventory = {
  routes: inventoryRoutes,
  live: {
    stale: {
      inventory: { 'inventory-item': always, supplier: always, 'storage-location': always },
      'inventory-item': { 'inventory-item': itself, supplier: always, 'storage-location': always },
      'inventory-availability': { 'inventory-item': always },
    },
  },
  constraints: {
    looks_in_minute_bounded: {
      code: 'too_many_lookups',
      detail: 'Too many patients were looked up. Try again in a minute.',
    },
    looks_in_hour_bounded: {
      code: 'too_many_lookups',
      detail: 'Too many patients were looked up. Try again in an hour.',
    },
    movement_needs_patient: {
      code: 'invalid_input',
      detail: 'This patient’s record has been removed, or the patient has died.',
    },
    movement_returns_what_was_issued: {
      code: 'over_returned',
      detail: 'More than was issued of this batch and has not been returned yet.',
    },
    order_line_outstanding_needs_current_item: {
      code: 'in_use',
      detail: 'This item is on order. Receive it or cancel the order first.',
    },
    batch_never_below_zero: {
      code: 'not_enough_stock',
      detail: 'Not enough in stock. Nothing was saved.',
    },
    item_never_below_zero: {
      code: 'not_enough_stock',
      detail: 'Not enough in stock. Nothing was saved.',
    },
    movement_not_expired: {
      code: 'stock_expired',
      detail: 'This batch has expired and can’t be issued. Dispose of it.',
    },
    movement_balance_bounded: {
      code: 'invalid_input',
      detail: 'The quantity of this item would exceed 999,999,999. Nothing was saved.',
    },
    item_value_bounded: {
      code: 'invalid_input',
      detail: 'The stock of this item would be worth more than 999,999,999,999.99.',
    },
    movement_worth_bounded: {
      code: 'invalid_input',
      detail: 'One movement can’t be worth more than 999,999,999,999.99. Nothing was saved.',
    },
    movement_item_current: { code: 'not_found', detail: 'This item has been deleted.' },
    inventory_item_supplier_id_fkey: { code: 'invalid_input', detail: 'This supplier does not exist.' },
    batch_supplier_id_fkey: { code: 'invalid_input', detail: 'This supplier does not exist.' },
    inventory_item_location_id_fkey: {
      code: 'invalid_input',
      detail: 'This storage location does not exist.',
    },
  },
  jobs: [raiseExpiryAlerts, forgetOldLooks],
  named: sql`select id, name from inventory_item`,
} satisfies Noun

import type { Meanings } from './usual.ts'

/** The store and the formulary. */
export const storeMeanings: Meanings = {
  formulary_medicine: {
    is: 'The medicines of the formulary',
    columns: {
      route: 'The route',
      unit: 'The unit of the doses',
      max_dose: 'The largest single dose',
      max_daily_dose: 'The largest dose of a day',
      max_dose_per_kg: 'The largest dose for a child, per kg',
      max_child_dose: 'The largest single dose for a child',
    },
  },
  supplier: { is: 'Suppliers', columns: { contact: 'The contact' } },
  storage_location: { is: 'Storage locations', columns: {} },
  inventory_item: {
    is: 'The items of the inventory',
    columns: {
      category: 'The category',
      description: 'The description',
      unit: 'The unit that it is counted in',
      reorder_level: 'The quantity at which to order',
      cost: 'The cost of a unit',
      location_id: 'The storage location',
      quantity: 'The quantity in stock',
      next_expiry: 'The day on which the next batch expires',
      is_low: 'Whether the stock is low',
      worth: 'The worth of the stock',
      pack_size: 'The number of units in a pack',
      is_controlled: 'Whether it is a controlled medicine',
    },
  },
  batch: {
    is: 'The batches in stock',
    columns: {
      batch_number: 'The number',
      expiry: 'The day on which it expires',
      cost: 'The cost of a unit',
      quantity: 'The quantity in stock',
      worth: 'The worth of what is in stock',
    },
  },
  stock_movement: {
    is: 'Each movement of stock, with what was dispensed to patients',
    columns: {
      quantity: 'The change of the quantity; negative where it left the store',
      balance: 'The quantity after it',
      cause: 'Why it was disposed of',
      patient_id: 'The patient that it was issued to or returned by',
      order_line_id: 'The line of the purchase order that was received',
      unit_cost: 'The cost of a unit',
      worth: 'The worth of the movement',
      allergy: 'The allergy that an issue was held against',
      allergy_reason: 'Why it was issued in spite of the allergy',
    },
  },
  purchase_order: {
    is: 'Purchase orders',
    columns: {
      number: 'The number',
      status: 'The status',
      created_by: 'The member of staff who made it',
      sent_at: 'When it was sent',
      received_at: 'When everything had been received',
      cancelled_at: 'When it was cancelled',
      needed_by: 'The day by which it is needed',
      mailed_to: 'The e-mail address that it was sent to',
      mailed_at: 'When the e-mail was sent',
    },
  },
  purchase_order_line: {
    is: 'The lines of purchase orders',
    columns: {
      quantity: 'The quantity ordered',
      cost: 'The cost of a unit',
      received: 'The quantity received so far',
    },
  },
}

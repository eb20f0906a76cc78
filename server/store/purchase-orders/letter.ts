import { spokenDay } from '../../../contract/spoken.ts'
import { packWords } from '../../../contract/store/packs.ts'
import type { LetterWriter } from '../../ground/mail/letters.ts'
import { orderById } from './queries.ts'

/** An order as its supplier reads it. Nothing is mailed of one that was cancelled meanwhile. */
export const orderLetter: LetterWriter = ({ db, hospital }) => {
  return async ({ orderId }) => {
    const order = orderId ? await orderById(db, orderId) : undefined
    if (!order?.mailedTo || (order.status !== 'SENT' && order.status !== 'RECEIVED')) return null
    const { name, address, phone, email, currency } = await hospital.read()
    const money = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency })
    const lines = order.lines.map(({ inventoryItemName, quantity, unit, packSize, cost }) => {
      const packs = packWords(quantity, packSize)
      return `- ${inventoryItemName}: ${quantity.toLocaleString('en-US')} ${unit}${packs ? ` (${packs})` : ''}, at ${money(cost)} each: ${money(quantity * cost)}`
    })
    const terms = [
      order.neededBy && `Needed by: ${spokenDay(order.neededBy)}`,
      order.orderedBy && `Ordered by: ${order.orderedBy}`,
      order.notes && `Notes: ${order.notes}`,
    ].filter(Boolean)
    const parts = [
      `${name} orders from ${order.supplier ?? 'you'}, purchase order ${order.number}:`,
      [...lines, `Total: ${money(order.total)}`].join('\n'),
      terms.join('\n'),
      ['Deliver to:', name, address, phone].filter(Boolean).join('\n'),
      email && `Questions about this order: ${email}`,
    ]
    return {
      to: { name: order.supplier ?? '', address: order.mailedTo },
      ...(email && { replyTo: email }),
      subject: `Purchase order ${order.number} from ${name}`,
      text: `${parts.filter(Boolean).join('\n\n')}\n`,
    }
  }
}

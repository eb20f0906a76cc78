import type * as notifications from '../../../../contract/people/notifications.ts'
import { listNotifications } from '../../../../contract/people/notifications.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenItem } from '../../factories/items.ts'

export function examples({ inventory_manager: keeper }: People): Examples<typeof notifications> {
  /** The keeper's newest notification: that what was just added is low. */
  async function newest() {
    await givenItem(keeper, { quantity: 5, reorderLevel: 10 })
    const [notification] = (await keeper.call(listNotifications)).body.items
    if (!notification) throw new Error('nothing was raised')
    return notification
  }
  return {
    listNotifications: async () => {
      await newest()
      return example(keeper)
    },
    readUnread: async () => example(keeper),
    readNotification: async () => example(keeper, one(await newest()), { subject: idIn }),
    readNotificationChoices: async () => example(keeper),
    chooseNotifications: async () => example(keeper, { body: { kind: 'EXPIRY', isOn: false } }),
    readNotifications: async () => example(keeper, { body: { until: (await newest()).raisedAt } }),
  }
}

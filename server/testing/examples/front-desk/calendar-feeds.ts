import { randomBytes } from 'node:crypto'
import type * as calendarFeeds from '../../../../contract/front-desk/calendar-feeds.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { givenFeed } from '../../factories/calendar-feeds.ts'

export function examples({ doctor }: People): Examples<typeof calendarFeeds> {
  return {
    readCalendarFeed: async () => example(doctor),
    addCalendarFeed: async () => {
      const secret = randomBytes(32).toString('base64url')
      return example(doctor, { body: { secret, showsInitials: false } }, { subject: idIn })
    },
    withdrawCalendarFeed: async () => {
      const made = await givenFeed(doctor)
      return example(doctor, one(made), { subject: made.id })
    },
  }
}

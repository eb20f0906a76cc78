import { largestPage } from '../../contract/api/page.ts'
import { listNotifications, type Notification } from '../../contract/staff/notifications.ts'
import type { Client } from '../testing/client.ts'
import { wellSet } from '../vitals/factories.ts'

/** What somebody is told, newest first: all of it, or what is about something. */
export async function toldOf(
  person: Client,
  isAbout: (notification: Notification) => boolean = () => true,
): Promise<Notification[]> {
  const { body } = await person.call(listNotifications, { query: { limit: largestPage } })
  return body.items.filter(isAbout)
}

/** A full set of somebody who is very ill: NEWS2 of 13. */
export const illSet = {
  ...wellSet,
  respiratoryRate: 28,
  oxygenSaturation: 90,
  oxygen: 'OXYGEN',
  systolic: 88,
  pulse: 121,
} as const

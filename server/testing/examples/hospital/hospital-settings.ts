import type * as backups from '../../../../contract/hospital/backups.ts'
import type * as site from '../../../../contract/hospital/hospital.ts'
import { readSite } from '../../../../contract/hospital/hospital.ts'
import type * as settings from '../../../../contract/hospital/settings.ts'
import { readSettings, setLogo } from '../../../../contract/hospital/settings.ts'
import { ifMatch } from '../../client.ts'
import { type Edits, type Examples, example, type People } from '../../example.ts'

/** The smallest PNG. */
export const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

export function examples({
  admin,
}: People): Examples<typeof site> & Examples<typeof settings> & Examples<typeof backups> {
  return {
    readSite: async () => example(admin),
    readSettings: async () => example(admin),
    editSettings: async () => {
      const settings = (await admin.call(readSettings)).body
      const body = { auditRetentionMonths: settings.auditRetentionMonths === 36 ? 48 : 36 }
      return example(admin, { body }, ifMatch(settings))
    },
    readMailState: async () => example(admin),
    readLogo: async () => {
      const { logoMark } = (await admin.call(setLogo, { body: { logo: picture } })).body
      return example(admin, { params: { mark: logoMark ?? '' } })
    },
    setLogo: async () => {
      const { logoMark } = (await admin.call(readSite)).body
      return example(admin, { body: { logo: logoMark ? null : picture } })
    },
    readBackups: async () => example(admin),
    startBackup: async () => example(admin, { body: { when: 'now' } }),
    listTimeZones: async () => example(admin),
    readSetup: async () => example(admin),
    putOffSetup: async () => example(admin, { body: { steps: ['stock'], isPutOff: true } }),
  }
}

let made = 0
export const edits: Edits = {
  editSettings: () => ({
    hospitalName: `Harbour Clinic ${made++}`,
    timeZone: 'Europe/London',
    currency: 'GBP',
    address: '1 Quay Street',
    phone: '+44 20 7946 0100',
    email: 'desk@harbour.example',
    clockStyle: '24h',
    temperatureUnit: '°F',
    weightUnit: 'lb',
    heightUnit: 'in',
    idleLockMinutes: 30,
    secondStepOf: 'everyone',
    secondStepDays: 14,
    invitationOnly: true,
    feedsNamePatients: true,
    // It is switched on only where e-mail is sent.
    booksFromHome: false,
    reminderHours: 48,
    tellsChanges: true,
    messagesNameClinic: true,
    cleansAfterDischarge: true,
    countersignedActs: ['ALLERGY_OVERRIDE'],
    waitingLimitMinutes: 45,
    auditRetentionMonths: 36,
  }),
}

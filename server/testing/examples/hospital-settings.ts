import type * as backups from '../../contract/site/backups.ts'
import type * as settings from '../../contract/site/settings.ts'
import { readSettings, setLogo } from '../../contract/site/settings.ts'
import type * as site from '../../contract/site.ts'
import { readSite } from '../../contract/site.ts'
import { ifMatch } from '../testing/client.ts'
import { type Examples, example, type People } from '../testing/example.ts'

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

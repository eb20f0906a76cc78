import { IconDownload } from '@tabler/icons-react'
import type { Endpoint } from '../../../../contract/api/endpoint.ts'
import { call } from '../../client/api.ts'
import { saveFile } from '../../client/save-file.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { toast } from '../../ui/toast.tsx'
import { ownWords } from './refused-list.ts'

/** Takes the filtered list out of Lantern as a file. */
export function ExportButton({
  endpoint,
  query,
  total,
  label = 'Export',
}: {
  endpoint: Endpoint & Required<Pick<Endpoint, 'download'>>
  /** The list's filter and order, as it is shown. */
  query: object
  /** How many are shown; undefined while that is not known. */
  total: number | undefined
  label?: string
}) {
  async function exportList() {
    toast.forgetFailure()
    if (total === 0) return toast.error('No data to export')
    try {
      const answer = await call(endpoint, { query })
      saveFile(await answer.blob(), endpoint.download.filename)
    } catch (error) {
      toast.error(ownWords(error) ?? 'Export failed')
    }
  }

  return <BusyButton label={label} busyLabel="Exporting…" icon={IconDownload} onAct={exportList} />
}

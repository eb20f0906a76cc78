import { IconDownload } from '@tabler/icons-react'
import { exportImportRejects, type ImportBatch } from '../../../../contract/people/imports/imports.ts'
import { call } from '../../../ground/client/api.ts'
import { saveFile } from '../../../ground/client/save-file.ts'
import { ownWords } from '../../../ground/records/list/refused-list.ts'
import { BusyButton } from '../../../ground/ui/BusyButton.tsx'
import { toast } from '../../../ground/ui/toast.tsx'

/** Downloads the rejected rows with their problems, to be corrected and imported again. */
export function RejectsButton({ batch: { id } }: { batch: Pick<ImportBatch, 'id'> }) {
  async function save() {
    toast.forgetFailure()
    try {
      const answer = await call(exportImportRejects, { params: { id } })
      saveFile(await answer.blob(), exportImportRejects.download.filename)
    } catch (error) {
      toast.error(ownWords(error) ?? 'The rejected rows were not downloaded')
    }
  }
  return (
    <BusyButton label="Download Rejected Rows" busyLabel="Downloading…" icon={IconDownload} onAct={save} />
  )
}

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { exportInventoryItems } from '../../../contract/inventory-items.ts'
import { call } from '../../client/api.ts'
import { download } from '../../records/download.ts'
import { toast } from '../../ui/toast.tsx'
import type { filterOf } from '../list-search.ts'

/** Takes the filtered list out of Lantern as a file. */
export function ExportItems({
  filter,
  total,
}: {
  filter: ReturnType<typeof filterOf>
  total: number | undefined
}) {
  const [exporting, setExporting] = useState(false)

  async function exportList() {
    if (exporting) return
    if (total === 0) return toast.error('No data to export')
    setExporting(true)
    try {
      const answer = await call(exportInventoryItems, { query: filter })
      download(await answer.blob(), exportInventoryItems.download.filename)
    } catch {
      toast.error('Export failed')
    } finally {
      setExporting(false)
    }
  }

  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      aria-busy={exporting}
      onClick={exportList}
    >
      {exporting ? 'Exporting…' : 'Export'}
    </Button>
  )
}

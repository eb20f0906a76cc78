import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Page } from '../../../contract/api/page.ts'
import { formatNumber } from '../../ui/format.ts'
import { PrintSheet } from '../../ui/print/PrintSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { collectPages } from './collect-pages.ts'

/** More than this is no list for paper. */
const mostPrinted = 2000

/** Puts the whole filtered list on paper, every page of it. */
export function PrintListButton<Row extends { id: string }>({
  things,
  nothing,
  readPage,
  children,
}: {
  /** 'patients' */
  things: string
  /** Said where there is nothing to print: 'No patient data to print' */
  nothing: string
  /** A page of the list, as large as the server sends them. */
  readPage: (page: number) => Promise<Page<Row>>
  /** What is printed. */
  children: (rows: Row[]) => ReactNode
}) {
  const [collecting, setCollecting] = useState(false)
  const [printed, setPrinted] = useState<Row[]>()

  async function print() {
    if (collecting) return
    setCollecting(true)
    try {
      const rows = await collectPages(readPage, mostPrinted)
      if (rows === 'too many') {
        toast.error(
          `More than ${formatNumber(mostPrinted)} ${things} are too many to print. Narrow the list with the search and filters, or export it.`,
        )
      } else if (rows.length === 0) toast.error(nothing)
      else setPrinted(rows)
    } catch (error) {
      toast.error(`The list could not be printed. ${error instanceof Error ? error.message : ''}`)
    } finally {
      setCollecting(false)
    }
  }

  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden="true" />}
        aria-busy={collecting}
        onClick={print}
      >
        {collecting ? 'Preparing…' : 'Print'}
      </Button>
      {printed && <PrintSheet onDone={() => setPrinted(undefined)}>{children(printed)}</PrintSheet>}
    </>
  )
}

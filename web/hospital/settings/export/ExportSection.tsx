// No dialog in this file is about a patient.
import { Button, Skeleton, Text } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { HospitalExport } from '../../../../contract/hospital/hospital-exports.ts'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { sizeWords } from '../backups/size.ts'
import { hospitalExportsQuery } from '../queries.ts'
import classes from './Export.module.css'

const ExportDialog = late(() => import('./ExportDialog.tsx'), 'ExportDialog', whileOpen)

/** Where links lead that end in #export. */
const placeName = 'export'

/** Takes an export of the whole hospital, and lists the last ones with the person and the time. */
export function ExportSection() {
  const exports = useQuery(hospitalExportsQuery)
  const [isOpen, open] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isSought = useLocation().hash === placeName
  useEffect(() => {
    if (isSought) place.current?.scrollIntoView()
  }, [isSought])
  return (
    <div ref={place} className={classes.place} id={placeName}>
      <Section
        title="Take Everything with You"
        description="All that your hospital keeps, as files that open without Lantern."
        action={
          <Button
            variant="default"
            leftSection={<IconFileExport size={16} aria-hidden="true" />}
            onClick={() => open(true)}
          >
            Export the Hospital
          </Button>
        }
      >
        <Text mb="sm">
          Patients with their records and photos, appointments, admissions, stock, staff and the audit log: a
          CSV file for each table, and what each column means. Passwords and other secrets stay here. All
          other administrators are notified.
        </Text>
        <Loaded query={exports} failed="The last exports could not be loaded" loading={<Skeleton h={24} />}>
          {(taken) => <Taken exports={taken} />}
        </Loaded>
      </Section>
      <ExportDialog.Ahead />
      {isOpen && <ExportDialog onClose={() => open(false)} />}
    </div>
  )
}

function Taken({ exports }: { exports: readonly HospitalExport[] }) {
  const { timeZone } = useSite()
  if (exports.length === 0) return <Text c="dimmed">Nobody has taken an export yet.</Text>
  return (
    <ul className={classes.list} aria-label="Last exports">
      {exports.map((one) => (
        <li key={one.id}>
          <span>
            <bdi>{one.by}</bdi>
            <Text span c="dimmed">
              , {one.isEncrypted ? 'with' : 'without'} a passphrase, {outcomeOf(one)}
            </Text>
          </span>
          <span className={classes.taken}>{formatMoment(one.begunAt, timeZone)}</span>
        </li>
      ))}
    </ul>
  )
}

function outcomeOf({ endedAt, bytes }: HospitalExport): string {
  if (bytes !== null) return sizeWords(bytes)
  return endedAt ? 'broken off' : 'not finished'
}

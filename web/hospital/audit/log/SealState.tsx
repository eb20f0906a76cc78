import { Alert } from '@mantine/core'
import { IconShieldCheck, IconShieldExclamation, IconShieldX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type AuditSeal, exportAuditSeals } from '../../../../contract/hospital/audit.ts'
import { useMinute } from '../../../ground/client/clock.ts'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { ExportButton } from '../../../ground/records/list/ExportButton.tsx'
import { useSite } from '../../../ground/sign-in/account.ts'
import { CopyField } from '../../../ground/ui/form/CopyField.tsx'
import { countOf, formatMoment } from '../../../ground/ui/format.ts'
import classes from './AuditLog.module.css'
import { sealQuery } from './queries.ts'

/** Milliseconds after which a seal is late: one is made in each minute with entries. */
const late = 5 * 60_000

/** When the log was last sealed, that the last day holds, and how to prove the rest. */
export function SealState() {
  const read = useQuery(sealQuery)
  return (
    <div className={classes.seal}>
      <Loaded query={read} failed="The seal status could not be loaded" loading={null}>
        {(seal) => (
          <>
            <Verdict seal={seal} />
            {seal.publicKey && <HowToCheck publicKey={seal.publicKey} seal={seal} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

function Verdict({ seal: { publicKey, last, unsealedSince, lately } }: { seal: AuditSeal }) {
  const { timeZone } = useSite()
  const now = useMinute()
  if (lately.faults.length > 0) {
    return (
      <Alert
        color="red"
        role="alert"
        icon={<IconShieldX aria-hidden="true" />}
        title="Entries from the last 24 hours do not match their seals"
      >
        <ul className={classes.faults}>
          {lately.faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
        Leave this machine unchanged, and check the whole log with a copy of the seals.
      </Alert>
    )
  }
  if (publicKey && unsealedSince && now - Date.parse(unsealedSince) > late) {
    return (
      <Alert
        color="amber"
        role="alert"
        icon={<IconShieldExclamation aria-hidden="true" />}
        title={`Entries since ${formatMoment(unsealedSince, timeZone)} are not sealed`}
      >
        The log is sealed once a minute. Until that goes on, a change to these entries would not be found.
        Tell your IT support: the server’s own log says why.
      </Alert>
    )
  }
  const Icon = publicKey && last ? IconShieldCheck : IconShieldExclamation
  return (
    <div className={classes.verdict}>
      <Icon size={18} aria-hidden="true" />
      <div>
        {publicKey === null
          ? 'This server does not seal the log.'
          : last === null
            ? 'The log is sealed once a minute. The first seal has not been made yet.'
            : `Last sealed ${formatMoment(last.at, timeZone)}. ${dayWords(lately)}`}
        {lately.beforeRestore && <BeforeRestore {...lately.beforeRestore} />}
      </div>
    </div>
  )
}

/** A restored hospital has a new key unless the old one was brought along. */
function BeforeRestore({ seals, restoredAt }: NonNullable<AuditSeal['lately']['beforeRestore']>) {
  const { timeZone } = useSite()
  return (
    <p>
      {countOf(seals, 'seal')} from before the restore of {formatMoment(restoredAt, timeZone)}{' '}
      {seals === 1 ? 'was' : 'were'} made with an earlier key. Their order was verified. Their signatures can
      only be verified with the earlier public key, as described below.
    </p>
  )
}

function dayWords({ seals, rows }: AuditSeal['lately']): string {
  if (seals === 0) return 'Nothing was sealed in the last 24 hours.'
  return `Last 24 hours verified: ${countOf(seals, 'seal')} and ${rows === 1 ? 'the newest row' : `the newest ${countOf(rows, 'row')}`}.`
}

function HowToCheck({ publicKey, seal }: { publicKey: string; seal: AuditSeal }) {
  return (
    <details className={classes.details}>
      <summary>For IT support: verify the whole log</summary>
      <p>
        Each seal is signed and holds the one before it. Keep the public key and a copy of the seals on
        another machine: the whole log is verified against them. Lantern’s README says how, under “Verify the
        audit log”.
      </p>
      {seal.lately.beforeRestore && (
        <p>
          To verify the seals from before the restore as well, run{' '}
          <code>
            npm run audit:verify -- <span className={classes.option}>--public-key KEY</span>
          </code>{' '}
          on this machine. KEY is the earlier public key; the restore of a backup file prints it.
        </p>
      )}
      <div className={classes.key}>
        <CopyField label="Public key" text={publicKey} copyLabel="Copy key" />
        <ExportButton
          endpoint={exportAuditSeals}
          query={{}}
          total={seal.last?.number ?? 0}
          label="Download seals"
        />
      </div>
    </details>
  )
}

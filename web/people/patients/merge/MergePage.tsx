import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '../../../ground/client/api.ts'
import { AnchorLink, BackLink } from '../../../ground/links/links.tsx'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { PatientPicker } from '../identity/PatientPicker.tsx'
import { PatientSummary } from '../identity/PatientSummary.tsx'
import { patientQuery } from '../queries.ts'
import classes from './Merge.module.css'
import { Merging } from './Merging.tsx'
import { mergePreviewQuery } from './queries.ts'

const route = getRouteApi('/signed-in/shell/patients/merge/$id')

/** Merges a patient's record with another one of the same patient. */
export function MergePage() {
  const { id } = route.useParams()
  const { other } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (otherId: string | null) =>
    void navigate({ search: otherId ? { other: otherId } : {}, replace: true })
  return (
    <>
      <PageHeader
        title="Merge Records"
        context="Two records of one patient become one"
        back={
          <BackLink to="/patients/$id" params={{ id }}>
            Record
          </BackLink>
        }
      />
      {other && other !== id ? (
        <Chosen key={`${id} ${other}`} id={id} other={other} onOther={() => choose(null)} />
      ) : (
        <Choosing id={id} error={other === id && 'Choose another record than this one'} onChoose={choose} />
      )}
    </>
  )
}

function Choosing({
  id,
  error,
  onChoose,
}: {
  id: string
  error: string | false
  onChoose: (id: string | null) => void
}) {
  const patient = useQuery(patientQuery(id))
  return (
    <Section title="Which two records?">
      <Loaded
        query={patient}
        failed="This patient’s record could not be loaded"
        loading={<Skeleton h={52} radius="md" />}
      >
        {(found) => (
          <div className={classes.choosing}>
            <PatientSummary patient={found} withContact />
            <PatientPicker
              label={`The other record of ${fullName(found)}`}
              value={null}
              onChange={(otherId) => otherId && onChoose(otherId)}
              error={error}
            />
          </div>
        )}
      </Loaded>
    </Section>
  )
}

function Chosen({ id, other, onOther }: { id: string; other: string; onOther: () => void }) {
  const preview = useQuery(mergePreviewQuery(id, other))
  if (!preview.data && preview.error instanceof ApiError && preview.error.problem.code === 'reason_needed')
    return <Closed id={preview.error.problem.patientId ?? other} />
  return (
    <Loaded
      query={preview}
      failed="These two records could not be compared"
      loading={<Skeleton h={480} radius="md" role="status" aria-label="Comparing the two records" />}
    >
      {(found) => <Merging preview={found} onOther={onOther} />}
    </Loaded>
  )
}

/** The reason is asked for on the record itself. */
function Closed({ id }: { id: string }) {
  return (
    <Section title="One of the two records is restricted">
      <p className={classes.said}>
        Give a reason on{' '}
        <AnchorLink to="/patients/$id" params={{ id }} underline="always">
          the restricted record
        </AnchorLink>
        , and compare them then.
      </p>
    </Section>
  )
}

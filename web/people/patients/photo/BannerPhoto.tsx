import { UnstyledButton } from '@mantine/core'
import { IconCameraPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { PatientIdentity } from '../../../../contract/people/patients.ts'
import { fullName } from '../../../ground/ui/format.ts'
import { late, whileOpen } from '../../../ground/ui/lazy-component.tsx'
import classes from './Photo.module.css'

const PatientPhoto = late(() => import('../identity/PatientPhoto.tsx'), 'PatientPhoto')
const PhotoDialog = late(() => import('./PhotoDialog.tsx'), 'PhotoDialog', whileOpen)

/** The photo in the banner, which opens it in large; where there is none, the way to add it. */
export function BannerPhoto({
  patient,
  mayEdit,
}: {
  patient: PatientIdentity & { photoMark: string | null }
  mayEdit: boolean
}) {
  const [isOpen, open] = useState(false)
  const label = patient.photoMark ? `Open the photo of ${fullName(patient)}` : 'Add photo'
  return (
    <>
      <UnstyledButton
        className={classes.open}
        data-empty={patient.photoMark === null || undefined}
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onClick={() => open(true)}
      >
        {patient.photoMark ? (
          <PatientPhoto patient={patient} />
        ) : (
          <IconCameraPlus size={20} aria-hidden="true" />
        )}
      </UnstyledButton>
      <PhotoDialog.Ahead />
      {isOpen && <PhotoDialog patient={patient} mayEdit={mayEdit} onClose={() => open(false)} />}
    </>
  )
}

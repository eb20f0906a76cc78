import { IconPhotoOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../../ground/ui/format.ts'
import classes from './PatientPhoto.module.css'
import { type Photographed, photoQuery } from './photo-query.ts'

/** The photo in a place of its size, which is there before it. */
export function PatientPhoto({ patient, isLarge = false }: { patient: Photographed; isLarge?: boolean }) {
  const photo = useQuery(photoQuery(patient))
  return (
    <span className={classes.photo} data-large={isLarge || undefined}>
      {photo.data ? (
        <img src={photo.data.url} alt={fullName(patient)} />
      ) : (
        photo.isError && <IconPhotoOff size={20} role="img" aria-label="The photo could not be loaded" />
      )}
    </span>
  )
}

import classes from './patient-facts.module.css'

/** A phone number that calls. */
export function PhoneLink({ number, className }: { number: string; className?: string | undefined }) {
  return (
    <a href={`tel:${number.replace(/[^\d+*#]/g, '')}`} className={className ?? classes.contact}>
      <bdi>{number}</bdi>
    </a>
  )
}

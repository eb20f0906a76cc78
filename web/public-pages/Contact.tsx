import { product } from './content.ts'
import { Icon } from './drawings.tsx'

/**
 * How to reach the hospital. Pages are built without knowing the hospital: the server replaces each mark with the
 * hospital's detail, removes elements with `data-detail` that have none, and keeps the sample if the hospital gives no
 * contact details (server/ground/http/static/hospital-details.ts).
 */
const { contact } = product
const mark = (detail: string, sample: string) => `__HOSPITAL_${detail}(${sample})__`

/** The hospital's name and logo, once it has its own. */
export function OwnHospital() {
  return (
    <>
      <span data-own="logoMark" className="own-logo">
        {/* React preloads an eager image from the head, where it would be asked for without a logo too. */}
        <img src={`/logo/${mark('logoMark', '')}`} alt="" height={28} loading="lazy" />
      </span>
      <span data-own="name" className="own-name">
        {mark('name', '')}
      </span>
    </>
  )
}

export const email = mark('email', contact.email)

export function MailLink({ subject }: { subject?: string }) {
  return <a href={`mailto:${email}${subject ? `?subject=${subject}` : ''}`}>{email}</a>
}

export function ContactList({ withAddress }: { withAddress?: true }) {
  return (
    <ul className="contact">
      <li data-detail="email">
        <Icon of="mail" />
        <MailLink />
      </li>
      <li data-detail="phone">
        <Icon of="phone" />
        <a href={`tel:${mark('dialled', contact.phone.replace(/[^\d+]/g, ''))}`}>
          {mark('phone', contact.phone)}
        </a>
      </li>
      {withAddress && (
        <li data-detail="address">
          <Icon of="place" />
          <address>{`${mark('name', contact.name)}\n${mark('address', contact.address)}`}</address>
        </li>
      )}
    </ul>
  )
}

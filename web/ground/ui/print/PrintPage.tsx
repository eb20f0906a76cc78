import type { ReactNode } from 'react'
import { Mark } from '../page/Mark.tsx'
import classes from './PrintPage.module.css'

/**
 * A page made for paper: the hospital on top, who printed it and when at the foot of every sheet, black on white.
 * The browser writes 'page x of y' where it supports page margin boxes.
 */
export function PrintPage({
  hospital,
  title,
  identity,
  printedBy,
  printedAt,
  intro,
  children,
}: {
  /** `logo` is a data URL; what of `reachedBy` is not known is null. */
  hospital: { name: string; logo: string | null; reachedBy: readonly (string | null)[] }
  title: string
  /** The patient or record that the print is about, at the head of every sheet. */
  identity?: ReactNode
  printedBy: string
  /** Already written out: '21 Nov 2026, 10:42 AM' */
  printedAt: string
  /** A sentence or two before the content. */
  intro?: ReactNode
  children: ReactNode
}) {
  const reachedBy = hospital.reachedBy.flatMap((way) => way?.split(/\s*\n\s*/) ?? []).filter(Boolean)
  return (
    <table className={classes.page} role="presentation">
      <thead>
        <tr>
          <td>
            <div className={classes.head}>
              {hospital.logo ? (
                <img className={classes.logo} src={hospital.logo} alt="" />
              ) : (
                <Mark size={32} />
              )}
              <div className={classes.brand}>
                <strong>{hospital.name}</strong>
                {reachedBy.length > 0 && (
                  <div className={classes.reachedBy}>
                    <div>
                      {reachedBy.map((way, index) => (
                        <span key={way}>
                          {index > 0 && <span className={classes.dot}> · </span>}
                          {way}
                        </span>
                      ))}
                    </div>
                  </div>
                )}
                <span>{title}</span>
              </div>
              {identity && <div className={classes.identity}>{identity}</div>}
            </div>
          </td>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            {intro && <p className={classes.intro}>{intro}</p>}
            {children}
          </td>
        </tr>
      </tbody>
      <tfoot>
        <tr>
          <td>
            <div className={classes.foot}>
              Printed by {printedBy} on {printedAt}
            </div>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

import { testimonials } from './content.ts'
import { Icon } from './drawings.tsx'
import { Portrait } from './Portrait.tsx'

/**
 * Quotes in a row that scrolls by hand, by keys or by swiping, without any script. carousel.ts adds the buttons, and moves
 * the row by itself.
 */
export function Carousel() {
  return (
    <section className="carousel" aria-labelledby="testimonials" aria-roledescription="carousel">
      <div className="wrap">
        <header className="carousel-head">
          <h2 id="testimonials">What hospital staff say</h2>
          <div className="carousel-controls" data-controls hidden>
            <button type="button" className="round" data-move="-1" aria-label="Previous testimonial">
              <Icon of="back" />
            </button>
            <button type="button" className="round" data-move="1" aria-label="Next testimonial">
              <Icon of="forth" />
            </button>
            <button type="button" className="round" data-pause aria-label="Pause the testimonials">
              <span className="when-moving">
                <Icon of="pause" />
              </span>
              <span className="when-still">
                <Icon of="play" />
              </span>
            </button>
          </div>
        </header>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
        <ul className="cards" data-cards tabIndex={0} aria-labelledby="testimonials">
          {testimonials.map(({ name, role, quote, face }) => (
            <li key={name}>
              <figure className="card">
                <blockquote>
                  <p>{quote}</p>
                </blockquote>
                <figcaption>
                  <Portrait face={face} size={48} />
                  <span>
                    <strong>{name}</strong>
                    <span className="dim">{role}</span>
                  </span>
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

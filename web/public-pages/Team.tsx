import { team, teamPage } from './content.ts'
import { Drawing, Icon } from './drawings.tsx'
import { Closing, Frame } from './Frame.tsx'
import { Portrait } from './Portrait.tsx'

export function Team() {
  const { title, lead, vision, mission } = teamPage
  return (
    <Frame page="teams">
      <section className="hero wrap" aria-labelledby="team">
        <h1 id="team">{title}</h1>
        <p className="lead">{lead}</p>
      </section>
      <section className="wrap" aria-label="The team">
        <ul className="team">
          {team.map(({ id, name, role, bio, face }) => (
            <li className="card member" key={id}>
              <Portrait face={face} size={96} />
              <h2>{name}</h2>
              <p className="kicker">{role}</p>
              <p className="dim">{bio}</p>
              <a className="more" href={`#${id}`} aria-label={`Profile of ${name}`}>
                Profile
                <Icon of="arrow" size={18} />
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="wrap pair" aria-label="Vision and mission">
        <article>
          <Drawing of="ward" />
          <h2>{vision.title}</h2>
          <p>{vision.text}</p>
        </article>
        <article>
          <Drawing of="queue" />
          <h2>{mission.title}</h2>
          <p>{mission.text}</p>
        </article>
      </section>
      <section className="wrap" aria-labelledby="profiles">
        <h2 id="profiles" className="heading">
          Profiles
        </h2>
        <div className="profiles">
          {team.map(({ id, name, role, more, face }) => (
            <article className="profile" id={id} key={id}>
              <Portrait face={face} size={64} />
              <div>
                <h3>{name}</h3>
                <p className="kicker">{role}</p>
                <p>{more}</p>
              </div>
            </article>
          ))}
        </div>
      </section>
      <Closing
        title="Come and see a ward with us"
        text="Half an hour, your questions, and a hospital like yours on the screen."
        action={
          <a className="button lit" href="/About#request-a-demo">
            Request a Demo
          </a>
        }
      />
    </Frame>
  )
}

-- A discharge summary is signed by the doctor who writes it, at the discharge or later, and stays as it was signed.
alter table admission
  add column follow_up text,
  add column summary_by uuid references staff (id),
  add column summary_at timestamptz;

-- Nothing that screens show changes, so nobody is told.
alter table admission disable trigger user;
update admission set summary_by = discharged_by, summary_at = coalesce(discharge_entered_at, discharged_at)
  where summary is not null and discharged_at is not null;
alter table admission enable trigger user;

alter table admission
  add constraint admission_summary_after_discharge check (summary_at is null or discharged_at is not null),
  add constraint admission_summary_has_time check (
    (summary_at is null) = (summary is null and follow_up is null) and (summary_by is null or summary_at is not null));

create function keep_signed_summary() returns trigger language plpgsql as $$
begin
  raise exception 'the discharge summary is signed'
    using errcode = 'check_violation', constraint = 'admission_summary_signed_once';
end $$;
create trigger admission_summary_signed_once
  before update of summary, follow_up, summary_by, summary_at on admission
  for each row when (old.summary_at is not null
    and (old.summary, old.follow_up, old.summary_by, old.summary_at)
      is distinct from (new.summary, new.follow_up, new.summary_by, new.summary_at))
  execute function keep_signed_summary();

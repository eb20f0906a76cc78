-- Where the hospital is and how it is reached, on prints and where people look for it; how its clocks are read, and in which
-- units it measures. What is measured is kept in °C, kg and cm whatever is chosen here.
alter table hospital
  add column address text constraint hospital_address_is_short check (address ~ '\S' and length(address) <= 300),
  add column phone text constraint hospital_phone_is_short check (phone ~ '\S' and length(phone) <= 50),
  add column email text constraint hospital_email_is_short check (email ~ '\S' and length(email) <= 254),
  add column clock_style text not null default '12h'
    constraint hospital_clock_style check (clock_style in ('12h', '24h')),
  add column temperature_unit text not null default '°C'
    constraint hospital_temperature_unit check (temperature_unit in ('°C', '°F')),
  add column weight_unit text not null default 'kg' constraint hospital_weight_unit check (weight_unit in ('kg', 'lb')),
  add column height_unit text not null default 'cm' constraint hospital_height_unit check (height_unit in ('cm', 'in'));

-- A picture as browsers show it, without being asked for again: as screens hold it, so small that it comes with a page.
alter table hospital
  add column logo text constraint hospital_logo_is_small_picture
    check (logo ~ '^data:image/(png|webp|jpeg);base64,[A-Za-z0-9+/]+=*$' and length(logo) <= 140000),
  add column logo_mark text generated always as (left(md5(logo), 16)) stored;

-- What a doctor is a doctor of, beside the name wherever one is chosen.
alter table staff add column specialty text
  constraint staff_specialty_is_short check (specialty ~ '\S' and length(specialty) <= 60);

-- What was written as 98.5 °F is kept as 36.94 °C: with one decimal it would read 98.4 °F.
alter table vital_signs alter column temperature type numeric(4, 2);

-- As before, and lists of doctors and the waiting room learn of another room or specialty (`room`).
create or replace function tell_staff() returns trigger language plpgsql as $$
begin
  perform pg_notify('lantern', concat('staff:', new.id, ':',
    case when tg_op = 'INSERT' or (old.first_name, old.last_name, old.name, old.email)
      is distinct from (new.first_name, new.last_name, new.name, new.email) then 'named;' end,
    case when tg_op = 'INSERT' or (old.role, old.active) is distinct from (new.role, new.active) then 'chosen;' end,
    case when tg_op = 'UPDATE' and (old.room, old.specialty) is distinct from (new.room, new.specialty) then 'room' end));
  return null;
end $$;

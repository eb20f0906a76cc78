-- An order can be e-mailed to its supplier.
alter table supplier add column email text constraint supplier_email_bounded check (length(email) between 3 and 254);
-- Where the contact names one address, it is that.
update supplier set email = found.address
from (
  select id, min(match[1]) as address
  from supplier, regexp_matches(contact, '[[:alnum:]._+-]+@[[:alnum:]-]+(?:\.[[:alnum:]-]+)*\.[[:alpha:]]{2,}', 'g') match
  group by id having count(*) = 1
) found
where found.id = supplier.id and length(found.address) <= 254;

alter type mail_kind add value 'order';
-- Who asked for the mail of an order is its `staff_id`.
alter table mail add column order_id uuid references purchase_order (id) on delete cascade;
create index mail_of_order on mail (order_id) where order_id is not null;

alter table purchase_order
  -- The address to which it is e-mailed, and when the mail server took it.
  add column mailed_to text,
  add column mailed_at timestamptz,
  add constraint purchase_order_mailed_to_somebody check (mailed_at is null or mailed_to is not null);

create function note_mailed_order() returns trigger language plpgsql as $$
begin
  update purchase_order set mailed_at = new.sent_at, updated_at = now() where id = new.order_id;
  return null;
end $$;
create trigger mail_of_order_sent after update of sent_at on mail
  for each row when (new.order_id is not null and new.sent_at is not null) execute function note_mailed_order();

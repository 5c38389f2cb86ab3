-- What a person has besides what the API lets them write (person-with-everything.ts). `$name` is a value of the fixture,
-- `{field}` a canary. A blank line ends a statement.

INSERT INTO item_causes (item_id, kind, name, listed_at, updated_at) VALUES ($given, 'cause', {cause}, 1, 1)

INSERT INTO seller_questions (id, negotiation_id, item_id, buyer_id, seq, question, answer, asked_at, answered_at, rev)
SELECT 'qst_asked', id, item_id, buyer_id, 1, {question}, 'Blue.', 1, 1, 1
FROM negotiations WHERE item_id = $haggled AND buyer_id = $person

INSERT INTO seller_questions (id, negotiation_id, item_id, buyer_id, seq, question, answer, asked_at, answered_at, rev)
SELECT 'qst_received', id, item_id, buyer_id, 1, 'Which colour?', {answer}, 1, 1, 1
FROM negotiations WHERE item_id = $open AND buyer_id = $other

-- What the person answered as a seller, also as Knowzee quotes it.
INSERT INTO negotiation_messages (negotiation_id, seq, sender, text, at)
SELECT id, 906, 'seller', {selleranswer}, 1 FROM negotiations WHERE item_id = $open AND buyer_id = $other

INSERT INTO negotiation_messages (negotiation_id, seq, sender, text, at)
SELECT id, 907, 'knowzee', {knowzeequote}, 1 FROM negotiations WHERE item_id = $open AND buyer_id = $other

-- An address that the person had before, with what was sent to it and written from it.
INSERT INTO earlier_emails (account_id, email, until) VALUES ($person, $past, 9999999999999)

INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, status, next_at, created_at)
VALUES ('mail_past', 'mail_past', $past, 'Hi', {earliermail}, '', 'sent', 1, 1)

INSERT INTO support_requests (id, issue_description, user_email, sender_name, topic, created_at)
VALUES ('sup_canarypast0000000000', {earlierwords}, $past, {earliername}, 'account', 1)

-- What was written about their deals.
UPDATE ratings SET visible_from = 1, published_at = 2

UPDATE ratings SET reply = {ratingreply}, replied_at = 3 WHERE rated_user_id = $person

UPDATE orders SET
  dispute = json_object('reason', {dispute}, 'opened_at', 1, 'outcome', 'release'),
  crypto = json_object('coin', 'xrp', 'address', {orderwallet}, 'destination_tag', {ordertag}),
  handover = json_object('code', {handover}, 'secret', 's', 'wrong', 0, 'locked_until', NULL)
WHERE id = $sale

INSERT INTO money_returns (order_id, buyer_id, seller_id, amount_cents, status, account, due_at, rev, created_at,
  settled_at)
VALUES ($purchase, $person, $other, 100, 'settled',
  json_object('account_name', {refundaccount}, 'bsb', '062-000', 'account_number', '1'), 1, 1, 1, 1)

INSERT INTO crypto_quotes (hold_id, coin, item_id, buyer_id, seller_id, address, destination_tag, amount_cents,
  amount_units, rate_micros, price_source, quoted_at, expires_at)
VALUES ('hld_quote', 'xrp', $sold, $other, $person, {quotewallet}, {quotetag}, 100, '1', 1, 'fallback', 1, 1)

-- A message that staff held back, blocks and an appeal.
UPDATE messages SET state = 'held' WHERE id = $held

INSERT INTO reports (id, kind, subject_type, subject_id, about_id, reason, created_at, status, decided_at, outcome)
VALUES ('rep_heldmessage', 'held_message', 'message', $held, $person, 'shield', 1, 'decided', 2, 'removed')

UPDATE messages SET state = 'declined' WHERE id = $held

INSERT INTO blocks (blocker_id, blocked_id, at) VALUES ($person, $stranger, 1), ($stranger, $person, 1)

INSERT INTO appeals (id, user_id, kind, message, status, created_at, decided_at, decided_by, answer)
VALUES ('apl_canary', $person, 'suspension', {appeal}, 'upheld', 1, 2, $admin, 'No.')

-- Selling tools, wishes and settings.
INSERT INTO businesses (id, owner_id, name, abn, description, website, phone, created_at, updated_at)
VALUES ('biz_canary', $person, {business}, '51824753556', {businesstext}, 'https://' || {website} || '.example',
  {businessphone}, 1, 1)

INSERT INTO bundles (id, seller_id, title, description, bundle_price_cents, individual_total_cents,
  collection_address, created_at, updated_at)
VALUES ('bdl_canary', $person, {bundletitle}, {bundletext}, 100, 200, {bundleaddress}, 1, 1)

INSERT INTO moving_sales (id, seller_id, title, description, collection_windows, collection_zone, ends_at, status,
  created_at, updated_at)
VALUES ('msl_canary', $person, {saletitle}, {saletext},
  json_array(json_object('from', $saleEnd - 3600000, 'until', $saleEnd)), 'Australia/Sydney', $saleEnd, 'active', 1, 1)

INSERT INTO special_offers (id, seller_id, title, description, offer_type, created_at)
VALUES ('ofr_canary', $person, {specialtitle}, {specialtext}, 'percentage_off', 1)

INSERT INTO advertisements (id, title, description, image_url, link_url, placement, active, owner_id, item_id,
  created_at)
VALUES ('adv_canary', {adtitle}, {adtext}, {adimage}, {adlink}, 'sidebar', 0, $person, $sold, 1)

INSERT INTO price_adjustments (id, seller_id, plan, created_at) VALUES ('adj_canary', $person, '[]', $now)

INSERT INTO listing_drafts (owner_id, id, content, photo_ids, version, created_at, updated_at)
VALUES ($person, 'local-1', json_object('title', {drafttitle}), '[]', 1, $now, $now)

INSERT INTO wish_list_items (list_id, item_id, added_at, price_cents_when_added) VALUES ($list, $theirs, 1, 100)

INSERT INTO wish_watches (user_id, item_id, noted_cents, created_at) VALUES ($person, $theirs, 1, 1)

INSERT OR IGNORE INTO request_matches (request_id, item_id, source, at) VALUES ($request, $theirs, 'found', 1)

INSERT INTO giveaways (id, item_id, giver_id, mode, status, rev, opened_at, ended_as, updated_at)
VALUES ('gva_canary', $bought, $other, 'pick', 'ended', 2, 1, 'called_off', 1)

INSERT INTO giveaway_entries (id, giveaway_id, user_id, note, status, entered_at, rev)
VALUES ('gve_canary', 'gva_canary', $person, {giveawaynote}, 'left', 1, 1)

INSERT INTO quick_replies (owner_id, texts, updated_at) VALUES ($person, json_array({quickreply}), 1)

INSERT INTO announcements_seen (user_id, at) VALUES ($person, 1)

INSERT INTO seller_follows (follower_id, seller_id, created_at) VALUES ($person, $other, 1), ($other, $person, 1)

INSERT OR IGNORE INTO follow_digests (seller_id, since) VALUES ($person, 1)

INSERT OR IGNORE INTO item_views (item_id, viewer, window_start) VALUES ($theirs, $person, $now)

INSERT INTO ad_events (ad_id, kind, viewer, at) VALUES ('adv_canary', 'impression', $person, $now)

-- The account, its devices and what it wrote to us.
UPDATE sessions SET user_agent = {useragent}, ip = {ipaddress} WHERE account_id = $person

INSERT INTO identities (provider, subject, account_id, created_at) VALUES ('google', {googlesubject}, $person, 1)

INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
VALUES ('pky_canary', $person, {credentialid}, {publickey}, 0, '[]', {passkeyname}, 1)

INSERT INTO authenticator_apps (account_id, secret, last_step, created_at, confirmed_at)
VALUES ($person, {appsecret}, 1, 1, 1)

INSERT INTO recovery_codes (hash, account_id, created_at) VALUES ({recoverycode}, $person, 1)

INSERT INTO auth_challenges (hash, purpose, bound_to, account_id, expires_at)
VALUES ({challengehash}, 'passkey_add', {challengebinding}, $person, $tomorrow)

INSERT INTO one_time_tokens (hash, account_id, purpose, expires_at)
VALUES ({tokenhash}, $person, 'verify_email', $tomorrow)

INSERT INTO email_changes (hash, account_id, email, expires_at)
VALUES ({changehash}, $person, {newemail} || '@example.com', $tomorrow)

INSERT INTO email_change_stops (hash, account_id, email, requested_at, expires_at)
VALUES ({stophash}, $person, {oldemail} || '@example.com', $now, $tomorrow)

INSERT INTO phone_codes (account_id, number, code_hash, salt, expires_at)
VALUES ($person, {askednumber}, {codehash}, {codesalt}, $tomorrow)

INSERT INTO confirmed_phones (account_id, number, confirmed_at) VALUES ($person, {confirmednumber}, 1)

INSERT INTO text_messages (id, account_id, to_number, text, created_at)
VALUES ('sms_canary', $person, {textednumber}, {textmessage}, 1)

INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, device, created_at)
VALUES ('psh_canary', $person, $session, 'https://push.example/' || {endpoint}, {pushkey}, {pushauth}, {device}, 1)

INSERT INTO notification_preferences (user_id, updated_at) VALUES ($person, 1)

INSERT INTO notifications (id, user_id, kind, dedupe_key, title, body, link, at)
VALUES ('ntf_canary', $person, 'order', 'canary', {noticetitle}, {noticebody}, '/Settings', $now)

INSERT INTO throttles (key, count, since) VALUES ('acct:' || $email || ':sign-in:password', 1, $now)

INSERT INTO idempotency_keys (account_id, route, key, fingerprint, status, body, created_at)
VALUES ($person, 'x', 'y', 'z', 200, {idempotent}, $now)

INSERT INTO support_answers (id, request_id, staff_id, message, at)
VALUES ('san_canary', $support, $admin, 'Dear ' || {supportanswer}, 1)

INSERT INTO payout_accounts (seller_id, provider_account_id, status, created_at, updated_at)
VALUES ($person, {stripeaccount}, 'active', 1, 1)

-- An email to the other person that gives the address of the pickup.
INSERT INTO mail_outbox (id, dedupe_key, to_address, subject, text, html, status, next_at, created_at)
VALUES ('mail_canary', 'mail_canary', $otherEmail, 'Your pickup', 'Pick it up at 9 ' || {itemaddress} || ' Street.', '',
  'kept', 1, 1)

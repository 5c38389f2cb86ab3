import { expect, it } from "vitest";
import { deviceName } from "#domain/account/device-name";
import cases from "./device-name.json" with { type: "json" };

it.each(cases.browsers)("deviceName reads %j as %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

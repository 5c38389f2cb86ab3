import { describe, expect, it } from "vitest";
import { SaveBusiness, SaveStore } from "#contract/selling/onboarding";
import { abnText, isAbn } from "#domain/selling/abn";
import { storeNameKey } from "#domain/stores/store-name";

describe("ABN", () => {
  it("is shown in groups", () => {
    expect(isAbn("51824753556")).toBe(true);
    expect(abnText("51824753556")).toBe("51 824 753 556");
    // Text that is not an ABN stays unchanged.
    for (const other of ["151824753556", "518247535561", ""]) expect(abnText(other)).toBe(other);
  });

  it("is refused when any one digit is wrong or two neighbouring digits are swapped", () => {
    const abn = "51824753556";
    for (let place = 0; place < abn.length; place++) {
      for (let digit = 0; digit < 10; digit++) {
        if (String(digit) === abn[place]) continue;
        expect(isAbn(abn.slice(0, place) + digit + abn.slice(place + 1)), `${place}: ${digit}`).toBe(false);
      }
    }
    for (let place = 1; place < abn.length; place++) {
      if (abn[place] === abn[place - 1]) continue;
      const swapped = `${abn.slice(0, place - 1)}${abn[place]}${abn[place - 1]}${abn.slice(place + 1)}`;
      expect(isAbn(swapped), swapped).toBe(false);
    }
  });

  it("is refused unless it has eleven digits and does not start with zero", () => {
    for (const typed of ["", "5182475355", "518247535560", "05182475355", "fifty-one", "5182475355a"]) {
      expect(isAbn(typed)).toBe(false);
    }
  });

  it("is refused with a message that says what is wrong", () => {
    const problem = (abn: string) => SaveBusiness.safeParse({ name: "Robin & Co", abn }).error?.issues[0]?.message;
    expect(problem("51 824 753 557")).toBe("That isn't a valid ABN. Please check the digits.");
    expect(problem("51 824")).toBe("An ABN has 11 digits, such as 51 824 753 556.");
  });
});

describe("website of a business", () => {
  const read = (website: string | null) => {
    const result = SaveBusiness.safeParse({ name: "Robin & Co", abn: "51824753556", website });
    return result.success ? result.data.website : "refused";
  };

  it("may be typed without https, or left out", () => {
    expect(read("robin.example.com.au/shop")).toBe("https://robin.example.com.au/shop");
    expect(read("https://robin.example")).toBe("https://robin.example");
    expect(read("")).toBeNull();
    expect(read(null)).toBeNull();
  });

  it("is refused when it is a script, plain http, a path or an address with credentials (D13, A75)", () => {
    for (const bad of [
      "javascript:alert(1)",
      "http://robin.example",
      "//evil.example",
      "https://a@evil.example",
      "robin",
    ]) {
      expect(read(bad), bad).toBe("refused");
    }
  });
});

describe("store name", () => {
  it("ignores case, accents, spaces and punctuation in the key", () => {
    expect(storeNameKey("  Café  Retro! ")).toBe(storeNameKey("cafe-retro"));
    expect(storeNameKey("Cafe Retro 2")).not.toBe(storeNameKey("Cafe Retro"));
  });

  it("needs letters and has at most 50 characters", () => {
    const read = (name: string | null) => SaveStore.safeParse({ name, description: "", banner_id: null }).success;
    expect(read("!!")).toBe(false);
    expect(read("x")).toBe(false);
    expect(read("")).toBe(true);
    expect(read(null)).toBe(true);
    expect(read("x".repeat(51))).toBe(false);
  });
});

<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The address of a customer, each member optional */
final readonly class CustomerAddressInput implements \JsonSerializable
{
    /**
     * @param string|null $address1 Street
     * @param string|null $address2 Second line of the street
     * @param string|null $city City
     * @param string|null $province State or province
     * @param string|null $provinceCode Code of the state or province
     * @param string|null $postalCode Postal code
     * @param string|null $country Country
     * @param string|null $countryCode Code of the country
     */
    public function __construct(
        public ?string $address1 = null,
        public ?string $address2 = null,
        public ?string $city = null,
        public ?string $province = null,
        public ?string $provinceCode = null,
        public ?string $postalCode = null,
        public ?string $country = null,
        public ?string $countryCode = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            address1: $data['address1'] ?? null,
            address2: $data['address2'] ?? null,
            city: $data['city'] ?? null,
            province: $data['province'] ?? null,
            provinceCode: $data['province_code'] ?? null,
            postalCode: $data['postal_code'] ?? null,
            country: $data['country'] ?? null,
            countryCode: $data['country_code'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'address1' => $this->address1,
            'address2' => $this->address2,
            'city' => $this->city,
            'province' => $this->province,
            'province_code' => $this->provinceCode,
            'postal_code' => $this->postalCode,
            'country' => $this->country,
            'country_code' => $this->countryCode,
        ], static fn (mixed $value): bool => $value !== null);
    }
}

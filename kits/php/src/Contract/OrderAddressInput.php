<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** An address of an order, each member optional */
final readonly class OrderAddressInput implements \JsonSerializable
{
    /**
     * @param string|null $name Name of the person
     * @param string|null $address1 Street
     * @param string|null $address2 Second line of the street
     * @param string|null $city City
     * @param string|null $province State or province
     * @param string|null $provinceCode Code of the state or province
     * @param string|null $postalCode Postal code
     * @param string|null $country Country
     * @param string|null $countryCode Code of the country
     * @param mixed $longitude a number, or digits with an optional sign and fraction
     * @param mixed $latitude a number, or digits with an optional sign and fraction
     * @param string|null $phone Phone number
     * @param string|null $company Company
     */
    public function __construct(
        public ?string $name = null,
        public ?string $address1 = null,
        public ?string $address2 = null,
        public ?string $city = null,
        public ?string $province = null,
        public ?string $provinceCode = null,
        public ?string $postalCode = null,
        public ?string $country = null,
        public ?string $countryCode = null,
        public mixed $longitude = null,
        public mixed $latitude = null,
        public ?string $phone = null,
        public ?string $company = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            name: $data['name'] ?? null,
            address1: $data['address1'] ?? null,
            address2: $data['address2'] ?? null,
            city: $data['city'] ?? null,
            province: $data['province'] ?? null,
            provinceCode: $data['province_code'] ?? null,
            postalCode: $data['postal_code'] ?? null,
            country: $data['country'] ?? null,
            countryCode: $data['country_code'] ?? null,
            longitude: $data['longitude'] ?? null,
            latitude: $data['latitude'] ?? null,
            phone: $data['phone'] ?? null,
            company: $data['company'] ?? null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'name' => $this->name,
            'address1' => $this->address1,
            'address2' => $this->address2,
            'city' => $this->city,
            'province' => $this->province,
            'province_code' => $this->provinceCode,
            'postal_code' => $this->postalCode,
            'country' => $this->country,
            'country_code' => $this->countryCode,
            'longitude' => $this->longitude,
            'latitude' => $this->latitude,
            'phone' => $this->phone,
            'company' => $this->company,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
